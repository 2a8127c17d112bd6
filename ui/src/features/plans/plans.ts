/**
 * The texts of the plans page. The portal's Upgrade tab has other prices and allowances: both are as the
 * specification says.
 */
import type { Tier } from '@/shared/api/generated';

export const PLAN_NAMES: Record<Tier, string> = {
  basic: 'Basic',
  pro: 'Pro',
  business: 'Business',
  enterprise: 'Enterprise',
};

export const QUESTIONS = [
  {
    question: 'What does a result cost?',
    answer: 'Standard scraping costs 1 credit per result, and enriched data 2 credits per result.',
  },
  {
    question: 'What happens to unused credits?',
    answer: 'Unused credits roll over up to 2x the plan limit.',
  },
  {
    question: 'When does a plan change take effect?',
    answer: 'Plan changes take effect next billing cycle.',
  },
] as const;
