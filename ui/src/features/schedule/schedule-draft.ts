/** What a form holds of when a search runs and what it may cost, its rules, and what the server is told. */
import type { CreateMonitor, DayOfWeek, MonitorBody, ScheduleBody } from '@/shared/api/generated';
import { ownZone } from '@/shared/lib/zone';

export interface TermsDraft {
  often: 'daily' | 'weekly' | 'custom';
  weekday: DayOfWeek;
  custom: 'days' | 'month';
  days: number | '';
  day: number | '';
  at: string;
  zone: string;
  budget: number | '';
  enrich: boolean;
  watchHours: boolean;
}

/** What of a schedule can be changed later. */
export type MonitorTerms = Required<Pick<CreateMonitor, 'schedule' | 'budget' | 'enrich' | 'watch_hours'>>;

export const WEEKDAYS: readonly DayOfWeek[] = [
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
  'sunday',
];

export const FEWEST_DAYS = 2;
export const MOST_DAYS = 90;
export const LAST_DAY = 31;
/** Months may be shorter. */
export const SURE_DAY = 28;
export const MOST_BUDGET = 100_000;

export function emptyTerms(): TermsDraft {
  return {
    often: 'daily',
    weekday: 'monday',
    custom: 'days',
    days: 3,
    day: LAST_DAY,
    at: '06:00',
    zone: ownZone(),
    budget: 50,
    enrich: false,
    watchHours: false,
  };
}

/** Those of a monitor, to be changed. */
export function termsOf({ schedule, budget, enrich, watch_hours: watchHours }: MonitorBody): TermsDraft {
  const { every, at, zone } = schedule;
  const empty = emptyTerms();
  return {
    often: every === 'day' ? 'daily' : every === 'week' ? 'weekly' : 'custom',
    weekday: schedule.weekday ?? empty.weekday,
    custom: every === 'month' ? 'month' : 'days',
    days: schedule.days ?? empty.days,
    day: schedule.day ?? empty.day,
    at,
    zone,
    budget,
    enrich,
    watchHours,
  };
}

interface Problem {
  field: keyof TermsDraft;
  text: string;
}

/** The first broken rule of the schedule. */
function scheduleProblem({ often, custom, days, day, at }: TermsDraft): Problem | null {
  if (often === 'custom' && custom === 'days' && !isWithin(days, FEWEST_DAYS, MOST_DAYS)) {
    return { field: 'days', text: `Choose ${FEWEST_DAYS} to ${MOST_DAYS} days.` };
  }
  if (often === 'custom' && custom === 'month' && !isWithin(day, 1, LAST_DAY)) {
    return { field: 'day', text: `Choose a day from 1 to ${LAST_DAY}.` };
  }
  return at === '' ? { field: 'at', text: 'Enter a time, such as 6:00 AM.' } : null;
}

/** The first broken rule, in the order of the fields. */
export function termsProblem(draft: TermsDraft): Problem | null {
  const isAffordable = isWithin(draft.budget, 1, MOST_BUDGET);
  return (
    scheduleProblem(draft) ?? (isAffordable ? null : { field: 'budget', text: 'Enter 1 to 100,000 credits.' })
  );
}

function isWithin(value: number | '', least: number, most: number): boolean {
  return value !== '' && Number.isInteger(value) && value >= least && value <= most;
}

/** Null while a rule of it is broken. */
export function toSchedule(draft: TermsDraft): ScheduleBody | null {
  if (scheduleProblem(draft) !== null) return null;
  const { often, weekday, custom, days, day, at, zone } = draft;
  const when = { at, zone };
  if (often === 'daily') return { every: 'day', ...when };
  if (often === 'weekly') return { every: 'week', weekday, ...when };
  return custom === 'days'
    ? { every: 'days', days: Number(days), ...when }
    : { every: 'month', day: Number(day), ...when };
}

/** Null while a rule is broken. */
export function toTerms(draft: TermsDraft): MonitorTerms | null {
  const schedule = toSchedule(draft);
  if (schedule === null || termsProblem(draft) !== null) return null;
  const { budget, enrich, watchHours } = draft;
  return { schedule, budget: Number(budget), enrich, watch_hours: watchHours };
}
