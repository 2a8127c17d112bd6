/**
 * Tabs of one browser show the same credits: what one hears from the server, and another does not know yet, makes
 * that one ask too.
 */
import { hearOtherTabs, tellOtherTabs } from '@/shared/lib/other-tabs';
import type { CreditStatusApiArg, CreditStatusApiResponse } from './generated';

/** Each user's credits as they were last heard of, from the server or from another tab. */
const known = new Map<string, string>();

export function tellCredits({ userId }: CreditStatusApiArg, credits: CreditStatusApiResponse): void {
  const status = JSON.stringify(credits);
  if (known.get(userId) === status) return;
  known.set(userId, status);
  tellOtherTabs({ type: 'credits', userId, status });
}

/** Answers how to stop hearing. */
export function hearCredits({ userId }: CreditStatusApiArg, askAnew: () => void): () => void {
  return hearOtherTabs((message) => {
    if (message.type !== 'credits' || message.userId !== userId) return;
    if (known.get(userId) === message.status) return;
    known.set(userId, message.status);
    askAnew();
  });
}
