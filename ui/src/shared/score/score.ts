/** How a score from 0 to 100 is shown: its class and rounded figure. */
type ScoreClass = 'high' | 'medium' | 'low';

/** 70 or more is high, 50 or more medium, else low; of the rounded figure, as shown. */
export function scoreClass(score: number): ScoreClass {
  const figure = Math.round(score);
  if (figure >= 70) return 'high';
  return figure >= 50 ? 'medium' : 'low';
}

/** The bands for filtering companies: rounded scores, both ends included. */
export const SCORE_BANDS = [
  { band: '91-100', from: 91, to: 100, word: 'Excellent' },
  { band: '81-90', from: 81, to: 90, word: 'Very Good' },
  { band: '71-80', from: 71, to: 80, word: 'Good' },
  { band: '61-70', from: 61, to: 70, word: 'Fair' },
  { band: '51-60', from: 51, to: 60, word: 'Poor' },
] as const;

export type ScoreBand = (typeof SCORE_BANDS)[number]['band'];
