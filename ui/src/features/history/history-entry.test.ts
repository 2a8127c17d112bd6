import { describe, expect, it } from 'vitest';
import type { JobStatus } from '@/shared/api/generated';
import { historyEntry } from '@/shared/testing/fakes';
import { entryStatus, ofType, periodDays, scrapeType, summary, type HistoryEntry } from './history-entry';

/** From a server that does not know a job's true end. */
const entry = (changes: Partial<HistoryEntry>): HistoryEntry => {
  const whole: HistoryEntry = historyEntry(changes);
  if (changes.status === undefined) delete whole.status;
  return whole;
};

describe('what the history derives', () => {
  it.each([
    [0, 0, 'Pending', 'pending'],
    [0, 5, 'Pending', 'pending'],
    [5, 5, 'Completed', 'completed'],
    [5, 0, 'No Results', 'completed'],
    [-1, 5, 'Failed', 'failed'],
  ])('HIST-03: %i credits and %i results derive %s (badge %s)', (credits, results, label, badge) => {
    expect(entryStatus(entry({ credits_consumed: credits, results_count: results }))).toEqual({
      label,
      badge,
    });
  });

  it.each<[JobStatus, string, string]>([
    ['completed', 'Completed', 'completed'],
    ['failed', 'Failed', 'failed'],
    ['cancelled', 'Cancelled', 'failed'],
    ['processing', 'Processing', 'pending'],
    ['queued', 'Queued', 'pending'],
  ])("HIST-03: the job's true end '%s' goes before the derivation", (status, label, badge) => {
    expect(entryStatus(entry({ status, credits_consumed: 0, results_count: 0 }))).toEqual({ label, badge });
  });

  it('HIST-02: sums over the rows of a type', () => {
    const entries = [
      entry({ scrape_type: 'standard', results_count: 3, credits_consumed: 3 }),
      entry({ scrape_type: 'enriched', results_count: 4, credits_consumed: 8 }),
      entry({ scrape_type: 'enriched', results_count: 5, credits_consumed: 10 }),
    ];
    expect(summary(ofType(entries, 'all'))).toEqual({ sessions: 3, results: 12, credits: 21 });
    expect(summary(ofType(entries, 'enriched'))).toEqual({ sessions: 2, results: 9, credits: 18 });
    expect(summary(ofType(entries, 'google_maps'))).toEqual({ sessions: 0, results: 0, credits: 0 });
  });

  it('HIST-02: the default is 30 days of all types, whatever nonsense the address holds', () => {
    expect(periodDays(null)).toBe(30);
    expect(periodDays('31')).toBe(30);
    expect(periodDays('365')).toBe(365);
    expect(scrapeType(null)).toBe('all');
    expect(scrapeType('<script>')).toBe('all');
    expect(scrapeType('enriched')).toBe('enriched');
  });
});
