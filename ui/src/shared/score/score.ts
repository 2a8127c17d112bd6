/** How a score of 0 to 100 reads: its class, and its whole figure. */
export type ScoreClass = 'high' | 'medium' | 'low';

/** 70 or more is high, 50 or more medium, else low. */
export function scoreClass(score: number): ScoreClass {
  if (score >= 70) return 'high';
  return score >= 50 ? 'medium' : 'low';
}
