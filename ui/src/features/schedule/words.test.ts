import { describe, expect, it, test } from 'vitest';
import { ownZone } from '@/shared/lib/zone';
import { monitor, run, skipped } from './schedule.testing';
import {
  countsSigns,
  countsWords,
  inOneLine,
  monitorText,
  movedText,
  resultText,
  runNotes,
  whenText,
} from './words';

const zone = ownZone();

describe('when a schedule runs', () => {
  it.each([
    [{ every: 'day', at: '06:00', zone }, 'Daily 6 AM'],
    [{ every: 'week', weekday: 'monday', at: '18:30', zone }, 'Mondays 6:30 PM'],
    [{ every: 'days', days: 3, at: '06:00', zone }, 'Every 3 days, 6 AM'],
    [{ every: 'month', day: 31, at: '06:00', zone }, 'Monthly on day 31, 6 AM'],
  ] as const)('%o', (schedule, text) => {
    expect(whenText(schedule)).toBe(text);
  });

  it('names a time zone that is not the reader’s', () => {
    expect(whenText({ every: 'day', at: '06:00', zone: 'America/Phoenix' })).toBe('Daily 6 AM MST');
  });

  it('is said with what is known and spent', () => {
    const schedule = { every: 'day', at: '06:00', zone: 'America/Los_Angeles' } as const;
    expect(monitorText(monitor({ schedule }))).toBe(
      'Daily 6:00 AM PDT · 98 known · 14 of 50 credits in March',
    );
  });
});

test.each([
  [run(), 'Completed'],
  [run({ result: 'running' }), 'Running'],
  [run({ result: 'cancelled' }), 'Cancelled'],
  [
    run({ result: 'failed', reason: 'The catalogue was not reached.' }),
    'Failed: The catalogue was not reached.',
  ],
  [skipped('unchanged'), 'Skipped: source unchanged'],
  [skipped('overlap'), 'Skipped: the run before was not done'],
  [skipped('missed'), 'Missed: the server was off'],
  [skipped('missed', { slots: 3 }), 'Missed: the server was off (3 runs)'],
  [skipped('a reason of a newer server'), 'Skipped'],
])('how a run ended: %o', (ended, text) => {
  expect(resultText(ended)).toBe(text);
});

test('what else is to be said of a run', () => {
  const at = new Date(2026, 2, 10, 9, 12).toISOString();
  const publisher = [{ field: 'phone' as const, percent: 34 }];
  expect(runNotes(run({ made_up: true, at, left_out: 12, pending: 2, publisher }), monitor())).toEqual([
    'Made up at 9:12 AM',
    '12 yours left out, 0 credits',
    "2 more wait: the month's budget is used.",
    "Phone changed in 34% of rows: the publisher's change, 0 credits.",
  ]);
  expect(runNotes(run({ pending: 1 }), monitor({ warning: 'waiting_for_credits' }))).toEqual([
    '1 more waits for credits.',
  ]);
  expect(
    runNotes(run({ pending: 2 }), monitor({ last: run({ slot: '2026-03-11T13:00:00Z' }) })),
    'a later run has paid, or says it itself',
  ).toEqual([]);
  expect(runNotes(run({ first: true, new: 0, unchanged: 98 }), monitor({ known: 120 }))).toEqual([
    '98 businesses are known. The next run shows what changed.',
  ]);
  expect(runNotes(run({ first: true }), monitor({ first: 'all' }))).toEqual([]);
});

test('counts are signs for the eye and words for the ear', () => {
  const counts = { new: 1204, changed: 1, gone: 0 };
  expect(countsSigns(counts)).toBe('+1,204 ~1 −0');
  expect(countsWords(counts)).toBe('1,204 new, 1 changed, 0 gone');
});

test('in one line sentences need no dot between them', () => {
  expect(inOneLine(['Completed', '2 more wait.', 'Phone changed.'])).toBe(
    'Completed · 2 more wait. Phone changed.',
  );
  expect(inOneLine([])).toBe('');
});

test('a way is said in miles', () => {
  expect(movedText({ meters: 320, from: [0, 0] })).toBe('Moved 0.2 mi');
});
