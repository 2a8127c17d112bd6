/** Redeeming a coupon code: what both screens that do it share. Their words around it differ. */
import { useCallback } from 'react';
import { useRedeemCouponMutation } from '@/shared/api/api';
import type { ApiError } from '@/shared/api/api-error';
import type { BalanceBody } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';

const MAX_CODE_LENGTH = 20;
export const NO_CODE = 'Please enter a coupon code';
const NOT_REDEEMED = 'Failed to redeem coupon. Please try again.';

export type Redemption =
  | { redeemed: true; message: string; balance: BalanceBody | null }
  /** The server's words; null where it refused without any. */
  | { redeemed: false; message: string | null };

/** What somebody types or pastes, as codes are written: the space before a pasted one takes no place of the code's. */
export function asCode(typed: string): string {
  return typed.trimStart().toUpperCase().slice(0, MAX_CODE_LENGTH);
}

export function useRedemption(): (code: string) => Promise<Redemption> {
  const { sub: userId } = useUser();
  const [redeem] = useRedeemCouponMutation();
  return useCallback(
    async (code) => {
      const { data, error } = await redeem({ userId, redeemCoupon: { coupon_code: code } });
      if (data === undefined) return { redeemed: false, message: failure(error as ApiError) };
      return data.success
        ? { redeemed: true, message: data.message, balance: data.balance ?? null }
        : { redeemed: false, message: data.message === '' ? null : data.message };
    },
    [redeem, userId],
  );
}

/** A server that refused the call says why itself; one that was not reached, or failed, has no words on the code. */
function failure(error: ApiError): string {
  return (error.kind === 'server' ? error.detail : undefined) ?? NOT_REDEEMED;
}
