/** The check before a search: does the server's current balance cover it? */
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import type { CreditStatusApiResponse } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';
import { creditFigures } from './credit-figures';

const UNVERIFIED =
  'Unable to verify credits. If you have a coupon code: open Billing & Credits, enter the code, press Redeem Code, then start again.';

export const NEEDS_TIER = 'Data enrichment requires Business or Pro tier';

function insufficientCredits(needed: number, remaining: number): string {
  return `Insufficient Credits: this search needs ${needed} credits and ${remaining} are remaining. Please contact support to get more credits.`;
}

/**
 * Why a search of this cost cannot start, or null if it can; the caller's own rule comes first. Asks the server, not
 * the cache.
 */
export async function checkCredits(
  dispatch: AppDispatch,
  userId: string,
  needed: number,
  rule: (status: CreditStatusApiResponse) => string | null = () => null,
): Promise<string | null> {
  try {
    const status = await dispatch(
      api.endpoints.creditStatus.initiate({ userId }, { forceRefetch: true, subscribe: false }),
    ).unwrap();
    const { remaining } = creditFigures(status);
    return rule(status) ?? (remaining < needed ? insufficientCredits(needed, remaining) : null);
  } catch (failure) {
    // The specification's words first, then what happened.
    return `${UNVERIFIED} ${errorMessage(failure)}`;
  }
}
