/** Why a schedule is paused, in words. */
import type { PausedReason } from '@/shared/api/generated';

export const PAUSED_BY: Record<PausedReason, string> = {
  user: 'by you',
  operator: 'by the operator',
  plan: 'plan ended',
  source: 'source off',
  failures: 'ten failures',
};
