/** How a score of 0 to 100 reads: its class, and its whole figure. */
export type ScoreClass = 'high' | 'medium' | 'low';

/** 70 or more is high, 50 or more medium, else low: of the whole figure, which is what is shown. */
export function scoreClass(score: number): ScoreClass {
  const figure = Math.round(score);
  if (figure >= 70) return 'high';
  return figure >= 50 ? 'medium' : 'low';
}

/** By which companies are filtered: whole scores, both ends included. */
export const SCORE_BANDS = [
  { band: '91-100', from: 91, to: 100, word: 'Excellent' },
  { band: '81-90', from: 81, to: 90, word: 'Very Good' },
  { band: '71-80', from: 71, to: 80, word: 'Good' },
  { band: '61-70', from: 61, to: 70, word: 'Fair' },
  { band: '51-60', from: 51, to: 60, word: 'Poor' },
] as const;

export type ScoreBand = (typeof SCORE_BANDS)[number]['band'];
