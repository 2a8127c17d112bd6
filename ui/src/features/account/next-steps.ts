/** What a user means to do next about a business: kept in this browser only. */
import { NEXT_STEPS_PREFIX, readStored, writeStored } from '@/shared/lib/browser-storage';

export interface NextStep {
  text: string;
  /** Milliseconds since the epoch. */
  at: number;
}

export interface NextStepsOf {
  userId: string;
  sessionKey: string;
  rowIdx: number;
}

function keyOf({ userId, sessionKey, rowIdx }: NextStepsOf): string {
  return `${NEXT_STEPS_PREFIX}${userId}_${sessionKey}_${rowIdx}`;
}

/** Newest first. */
export function loadNextSteps(of: NextStepsOf): NextStep[] {
  const stored = readStored(keyOf(of));
  return Array.isArray(stored) ? stored.filter(isNextStep) : [];
}

/** Whether the browser keeps it beyond this page. */
export function storeNextSteps(of: NextStepsOf, steps: readonly NextStep[]): boolean {
  return writeStored(keyOf(of), steps);
}

function isNextStep(value: unknown): value is NextStep {
  if (typeof value !== 'object' || value === null) return false;
  const { text, at } = value as Record<string, unknown>;
  return typeof text === 'string' && typeof at === 'number';
}
