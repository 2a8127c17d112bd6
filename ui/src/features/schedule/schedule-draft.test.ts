import { describe, expect, it, test } from 'vitest';
import { monitor } from './schedule.testing';
import { emptyTerms, termsOf, termsProblem, toSchedule, toTerms } from './schedule-draft';

const draft = emptyTerms();
const when = { at: '06:00', zone: draft.zone };

describe('what the server is told of a schedule', () => {
  it.each([
    [{}, { every: 'day', ...when }],
    [
      { often: 'weekly', weekday: 'friday' },
      { every: 'week', weekday: 'friday', ...when },
    ],
    [
      { often: 'custom', days: 9 },
      { every: 'days', days: 9, ...when },
    ],
    [
      { often: 'custom', custom: 'month', day: 15 },
      { every: 'month', day: 15, ...when },
    ],
  ] as const)('%o', (changes, schedule) => {
    expect(toSchedule({ ...draft, ...changes })).toEqual(schedule);
    // A form that is opened with it holds the same.
    const terms = toTerms({ ...draft, ...changes, enrich: true });
    expect(terms === null ? null : toTerms(termsOf(monitor(terms)))).toEqual(terms);
  });
});

test.each([
  [{ often: 'custom', days: 1 }, 'days'],
  [{ often: 'custom', days: 91 }, 'days'],
  [{ often: 'custom', days: '' }, 'days'],
  [{ often: 'custom', custom: 'month', day: 32 }, 'day'],
  [{ at: '', budget: 0 }, 'at'],
  [{ budget: 0 }, 'budget'],
  [{ budget: '' }, 'budget'],
  [{ budget: 100_001 }, 'budget'],
] as const)('the first broken rule of %o', (changes, field) => {
  expect(termsProblem({ ...draft, ...changes })?.field).toBe(field);
  expect(toTerms({ ...draft, ...changes })).toBeNull();
});

test('rules of what is not chosen do not matter', () => {
  expect(termsProblem({ ...draft, days: 1, day: 99 })).toBeNull();
  expect(termsProblem({ ...draft, often: 'custom', custom: 'month', days: 1 })).toBeNull();
});
