/** Redeeming a coupon code: what both screens that do it share. Their words around it differ. */
import { useCallback } from 'react';
import { useRedeemCouponMutation } from '@/shared/api/api';
import type { ApiError } from '@/shared/api/api-error';
import type { BalanceBody } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';

export const MAX_CODE_LENGTH = 20;
export const NO_CODE = 'Please enter a coupon code';
const NOT_REACHED = 'Failed to redeem coupon. Please try again.';

export type Redemption =
  | { redeemed: true; message: string; balance: BalanceBody | null }
  /** The server's words where it gave any. */
  | { redeemed: false; message: string | null };

/** What somebody types, as codes are written. */
export function asCode(typed: string): string {
  return typed.toUpperCase().slice(0, MAX_CODE_LENGTH);
}

export function useRedemption(): (code: string) => Promise<Redemption> {
  const { sub: userId } = useUser();
  const [redeem] = useRedeemCouponMutation();
  return useCallback(
    async (code) => {
      const { data, error } = await redeem({ userId, redeemCoupon: { coupon_code: code } });
      if (data === undefined) return { redeemed: false, message: refusal(error as ApiError) };
      return data.success
        ? { redeemed: true, message: data.message, balance: data.balance ?? null }
        : { redeemed: false, message: data.message === '' ? null : data.message };
    },
    [redeem, userId],
  );
}

/** A server that answered says why itself; one that did not was not reached. */
function refusal(error: ApiError): string | null {
  return error.kind === 'server' ? (error.detail ?? null) : NOT_REACHED;
}
