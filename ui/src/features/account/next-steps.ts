/** What a user means to do next about a business: kept in this browser only. */
import { NEXT_STEPS_PREFIX } from '@/shared/lib/browser-storage';
import { writtenKey } from '@/shared/lib/written';

export interface NextStep {
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
}

interface NextStepsOf {
  userId: string;
  sessionKey: string;
  rowIdx: number;
  /** Null while nobody knows the business beyond its row. */
  businessId: string | null;
}

/** Where they are kept: with the business, whatever session its row is from, once it is known. */
export function nextStepsKey({ userId, sessionKey, rowIdx, businessId }: NextStepsOf): string {
  return writtenKey(NEXT_STEPS_PREFIX, userId, businessId ?? `${sessionKey}_${rowIdx}`);
}

export function isNextStep(value: unknown): value is NextStep {
  if (typeof value !== 'object' || value === null) return false;
  const { text, at } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof at === 'number';
}

/** Newest first. */
export function withStep(steps: readonly NextStep[], step: NextStep): NextStep[] {
  return [...withoutStep(steps, step), step].sort((one, other) => other.at - one.at);
}

/** Of two places where they were kept, each once. */
export function stepsTogether(there: readonly NextStep[], moved: readonly NextStep[]): NextStep[] {
  return moved.reduce<NextStep[]>(withStep, [...there]);
}

export function withoutStep(steps: readonly NextStep[], { text, at }: NextStep): NextStep[] {
  return steps.filter((each) => each.at !== at || each.text !== text);
}
