/**
 * The figures of the credits counter, from the status call: accepts the older field names and the specification's
 * defaults, and derives the counter's states.
 */

/** The status call's answer, possibly under older names. */
interface CreditStatusAnswer {
  available_credits?: number | null;
  credits_available?: number | null;
  total_credits?: number | null;
  used_credits?: number | null;
  credits_used?: number | null;
  percentage_used?: number | null;
  tier?: string | null;
  last_reset?: string | null;
}

export interface CreditFigures {
  remaining: number;
  limit: number;
  used: number;
  percentageUsed: number;
  tier: string;
  /** The start of the period. */
  lastReset: string;
}

const DEFAULT_LIMIT = 500;
const DEFAULT_TIER = 'basic';
const DEFAULT_LAST_RESET = '2025-09-06';
const LOW_CREDITS = 50;
const WARNING_CREDITS = 100;

/** Credits missing from the answer count as none: promise nothing that is not known. */
export function creditFigures(status: CreditStatusAnswer): CreditFigures {
  return {
    remaining: status.available_credits ?? status.credits_available ?? 0,
    limit: status.total_credits ?? DEFAULT_LIMIT,
    used: status.used_credits ?? status.credits_used ?? 0,
    percentageUsed: status.percentage_used ?? 0,
    tier: status.tier ?? DEFAULT_TIER,
    lastReset: status.last_reset ?? DEFAULT_LAST_RESET,
  };
}

type CounterStatus = 'Limit Reached' | 'Low Credits' | 'Active';

export function counterStatus(remaining: number): CounterStatus {
  if (remaining <= 0) return 'Limit Reached';
  return remaining <= LOW_CREDITS ? 'Low Credits' : 'Active';
}

/** Null if there is no warning. */
export function creditWarning(remaining: number): 'Limit reached!' | 'Low credits' | null {
  if (remaining > WARNING_CREDITS) return null;
  return remaining <= 0 ? 'Limit reached!' : 'Low credits';
}

type ProgressColor = 'red' | 'orange' | 'light-red' | 'green';

export function progressColor(percentageUsed: number): ProgressColor {
  if (percentageUsed >= 90) return 'red';
  if (percentageUsed >= 75) return 'orange';
  return percentageUsed >= 50 ? 'light-red' : 'green';
}

type CreditsTone = 'credits-red' | 'credits-orange' | 'credits-teal';

/** The color of the large figure of remaining credits. */
export function creditsTone(remaining: number): CreditsTone {
  if (remaining <= 0) return 'credits-red';
  return remaining <= LOW_CREDITS ? 'credits-orange' : 'credits-teal';
}
