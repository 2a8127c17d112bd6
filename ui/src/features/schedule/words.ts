/** Schedules, runs and changes in words. */
import type {
  DayOfWeek,
  FirstRun,
  GoneBody,
  MonitorBody,
  MonitorRun,
  MovedBody,
  ScheduleBody,
} from '@/shared/api/generated';
import { formatCounted, formatMiles, formatNumber, formatPercent, formatTime } from '@/shared/lib/format';
import { WATCHED_FIELDS } from '@/shared/companies/watched-fields';
import { isolated } from '@/shared/lib/direction';
import { leftOutText } from '@/shared/job/left-out';
import { formatMonth, formatTimeOfDay, ownZone, zoneCode } from '@/shared/lib/zone';

export function fullText(most: number): string {
  return `${formatNumber(most)} of ${formatNumber(most)} schedules. Delete one first.`;
}

export function deletedText(name: string): string {
  return `The schedule of ${isolated(name)} is deleted.`;
}

/** 'Monday'. */
export function weekdayName(weekday: DayOfWeek): string {
  return weekday.charAt(0).toUpperCase() + weekday.slice(1);
}

function rhythm({ every, weekday, days, day }: ScheduleBody): string {
  switch (every) {
    case 'day':
      return 'Daily';
    case 'week':
      return `${weekdayName(weekday ?? 'monday')}s`;
    case 'days':
      return `Every ${formatCounted(days ?? 1, 'day')},`;
    case 'month':
      return `Monthly on day ${day ?? 1},`;
  }
}

/** 'Daily 6 AM', with the zone unless it is the reader's. */
export function whenText(schedule: ScheduleBody): string {
  const { at, zone } = schedule;
  const when = `${rhythm(schedule)} ${formatTimeOfDay(at, 'short')}`;
  return zone === ownZone() ? when : `${when} ${zoneCode(zone, new Date())}`;
}

/** 'Daily 6:00 AM PDT · 98 known · 14 of 50 credits in March'. */
export function monitorText({ schedule, known, spent, budget, month, next_run: next }: MonitorBody): string {
  const { at, zone } = schedule;
  const moment = next == null ? new Date() : new Date(next);
  return [
    `${rhythm(schedule)} ${formatTimeOfDay(at)} ${zoneCode(zone, moment)}`,
    `${formatNumber(known)} known`,
    `${formatNumber(spent)} of ${formatCounted(budget, 'credit')} in ${formatMonth(month)}`,
  ].join(' · ');
}

const SKIPPED: Record<string, string> = {
  unchanged: 'Skipped: source unchanged',
  overlap: 'Skipped: the run before was not done',
  missed: 'Missed: the server was off',
  budget: "Skipped: the month's budget is used",
  credits: 'Skipped: no credits were left',
};

/** How a run ended; one that was skipped may stand for several. */
export function resultText({ result, reason, slots }: MonitorRun): string {
  switch (result) {
    case 'running':
      return 'Running';
    case 'completed':
      return 'Completed';
    case 'cancelled':
      return 'Cancelled';
    case 'failed':
      return reason == null ? 'Failed' : `Failed: ${reason}`;
    case 'skipped': {
      const why = SKIPPED[reason ?? ''] ?? 'Skipped';
      return slots > 1 ? `${why} (${formatCounted(slots, 'run')})` : why;
    }
  }
}

/** What else is to be said of a run; what waits is a matter of the last one alone. */
export function runNotes(run: MonitorRun, { last, first, warning }: MonitorBody): string[] {
  const notes: string[] = [];
  if (run.made_up) notes.push(`Made up at ${formatTime(run.at)}`);
  if (run.by_hand) notes.push('Started by hand');
  const leftOut = leftOutText(run);
  if (leftOut !== null) notes.push(leftOut);
  if (isBaseline(run, first)) {
    const known = formatCounted(run.unchanged, 'business is', 'businesses are');
    notes.push(`${known} known. The next run shows what changed.`);
  }
  if (run.pending > 0 && run.slot === last?.slot) {
    const waits = formatCounted(run.pending, 'more waits', 'more wait');
    notes.push(
      warning === 'waiting_for_credits' ? `${waits} for credits.` : `${waits}: the month's budget is used.`,
    );
  }
  for (const { field, percent } of run.publisher) {
    notes.push(
      `${WATCHED_FIELDS[field]} changed in ${formatPercent(percent, 0)} of rows: the publisher's change, 0 credits.`,
    );
  }
  return notes;
}

/** Sentences follow each other; what is no sentence is set off by a dot. */
export function inOneLine(parts: readonly string[]): string {
  return parts.reduce((line, part) => {
    if (line === '') return part;
    return line.endsWith('.') ? `${line} ${part}` : `${line} · ${part}`;
  }, '');
}

/** A first run that only took note of what is there. */
export function isBaseline({ first: isFirst, result }: MonitorRun, first: FirstRun): boolean {
  return isFirst && first === 'known' && result === 'completed';
}

export const GONE: Record<GoneBody, string> = {
  not_found: 'Not found this time',
  no_longer_listed: 'No longer listed',
};

const METERS_PER_MILE = 1609.344;

/** 'Moved 0.2 mi'. */
export function movedText({ meters }: MovedBody): string {
  return `Moved ${formatMiles(meters / METERS_PER_MILE)}`;
}

type Counts = Pick<MonitorRun, 'new' | 'changed' | 'gone'>;

/** '+3 ~1 −0'. */
export function countsSigns({ new: added, changed, gone }: Counts): string {
  return `+${formatNumber(added)} ~${formatNumber(changed)} −${formatNumber(gone)}`;
}

/** '3 new, 1 changed, 0 gone'. */
export function countsWords({ new: added, changed, gone }: Counts): string {
  return `${formatNumber(added)} new, ${formatNumber(changed)} changed, ${formatNumber(gone)} gone`;
}
