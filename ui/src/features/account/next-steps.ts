/** The user's next steps for a business, kept in this browser only. */
import { NEXT_STEPS_PREFIX } from '@/shared/lib/browser-storage';
import { noteKey } from '@/shared/lib/local-notes';

export interface NextStep {
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
}

interface NextStepsOf {
  userId: string;
  sessionKey: string;
  rowIdx: number;
  /** Null if the business is known only as a row. */
  businessId: string | null;
}

/** Kept under the business if known, across sessions. */
export function nextStepsKey({ userId, sessionKey, rowIdx, businessId }: NextStepsOf): string {
  return noteKey(NEXT_STEPS_PREFIX, userId, businessId ?? `${sessionKey}_${rowIdx}`);
}

export function isNextStep(value: unknown): value is NextStep {
  if (typeof value !== 'object' || value === null) return false;
  const { text, at } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof at === 'number';
}

export function withStep(steps: readonly NextStep[], step: NextStep): NextStep[] {
  return [...withoutStep(steps, step), step].sort((one, other) => other.at - one.at);
}

/** Merged from two keys, without duplicates. */
export function stepsTogether(there: readonly NextStep[], moved: readonly NextStep[]): NextStep[] {
  return moved.reduce<NextStep[]>(withStep, [...there]);
}

export function withoutStep(steps: readonly NextStep[], { text, at }: NextStep): NextStep[] {
  return steps.filter((each) => each.at !== at || each.text !== text);
}
