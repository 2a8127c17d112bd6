/**
 * What the plans page lists. The portal's Upgrade tab has other prices and allowances: both readings stand as
 * the specification has them.
 */
import type { Tier } from '@/shared/api/generated';

export interface Plan {
  tier: Tier;
  name: string;
  /** Dollars a month. */
  price: number;
  credits: number;
  canEnrich: boolean;
  canSave: boolean;
  /** How many companies, where any can be saved. */
  maxSaves: number;
}

export const PLANS: readonly Plan[] = [
  { tier: 'basic', name: 'Basic', price: 0, credits: 100, canEnrich: false, canSave: false, maxSaves: 1_000 },
  { tier: 'pro', name: 'Pro', price: 99, credits: 250, canEnrich: true, canSave: true, maxSaves: 25_000 },
  {
    tier: 'business',
    name: 'Business',
    price: 199,
    credits: 600,
    canEnrich: true,
    canSave: true,
    maxSaves: 10_000,
  },
  {
    tier: 'enterprise',
    name: 'Enterprise',
    price: 499,
    credits: 2_000,
    canEnrich: true,
    canSave: true,
    maxSaves: 1_000,
  },
];

export const QUESTIONS = [
  {
    question: 'What does a result cost?',
    answer: 'Standard scraping costs 1 credit per result, and enriched data 2 credits per result.',
  },
  {
    question: 'What becomes of unused credits?',
    answer: 'Unused credits roll over up to 2x the plan limit.',
  },
  {
    question: 'When does a plan change take effect?',
    answer: 'Plan changes take effect next billing cycle.',
  },
] as const;
