import type { CreditStatusBody, Tier } from '@/shared/api/generated';

type Rights = Pick<CreditStatusBody, 'can_enrich' | 'can_save_companies' | 'max_saves'>;

const MAX_SAVES: Partial<Record<Tier, number>> = { business: 10_000, pro: 25_000 };
const OTHER_MAX_SAVES = 1_000;

/** What a tier allows, where an answer names the tier alone: that of a redeemed coupon. */
export function tierRights(tier: Tier): Rights {
  return {
    can_enrich: tier !== 'basic',
    can_save_companies: tier !== 'basic',
    max_saves: MAX_SAVES[tier] ?? OTHER_MAX_SAVES,
  };
}
