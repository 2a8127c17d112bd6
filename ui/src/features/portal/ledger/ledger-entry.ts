/** How the Ledger tab shows the ledger's entries: texts, kinds, periods, days. */
import type { LedgerEntryBody, LedgerEvent } from '@/shared/api/generated';
import { dayOf } from '@/shared/lib/day';
import { formatNumber } from '@/shared/lib/format';

export type LedgerEntry = LedgerEntryBody;

const DAY_MS = 86_400_000;
export const ALL = 'all';

export const KINDS = [
  { kind: ALL, label: 'All entries', events: null },
  { kind: 'spent', label: 'Spent', events: ['CreditsDebited'] },
  { kind: 'reserved', label: 'Reserved and released', events: ['CreditsHeld', 'HoldReleased'] },
  { kind: 'grants', label: 'Monthly credits', events: ['AllowanceGranted', 'AllowanceLapsed'] },
  { kind: 'coupons', label: 'Coupons', events: ['CouponCredited'] },
  { kind: 'adjustments', label: 'Adjustments', events: ['CreditsAdjusted'] },
  { kind: 'plan', label: 'Plan', events: ['AccountOpened', 'TierChanged'] },
] as const satisfies readonly { kind: string; label: string; events: readonly LedgerEvent[] | null }[];
export type Kind = (typeof KINDS)[number]['kind'];

export const PERIODS = [
  { period: ALL, label: 'All time', days: null },
  { period: '7', label: 'Last 7 days', days: 7 },
  { period: '30', label: 'Last 30 days', days: 30 },
  { period: '90', label: 'Last 3 months', days: 90 },
  { period: '365', label: 'Last year', days: 365 },
] as const;
export type Period = (typeof PERIODS)[number]['period'];

export interface LedgerFilters {
  kind: Kind;
  period: Period;
  session: string | null;
}

export function kindOf(param: string | null): Kind {
  return KINDS.find(({ kind }) => kind === param)?.kind ?? ALL;
}

export function periodOf(param: string | null): Period {
  return PERIODS.find(({ period }) => period === param)?.period ?? ALL;
}

/** Null for all. */
export function eventsOf(wanted: Kind): readonly LedgerEvent[] | null {
  return KINDS.find(({ kind }) => kind === wanted)?.events ?? null;
}

/** The start of a period; null for all time. */
export function sinceOf(wanted: Period, now: number): string | null {
  const days = PERIODS.find(({ period }) => period === wanted)?.days ?? null;
  return days === null ? null : new Date(now - days * DAY_MS).toISOString();
}

const TITLES: Record<LedgerEvent, string> = {
  AccountOpened: 'Account opened',
  AllowanceGranted: 'Monthly credits',
  AllowanceLapsed: 'Unused credits lapsed',
  CouponCredited: 'Coupon',
  TierChanged: 'Plan changed',
  CreditsHeld: 'Reserved for a search',
  CreditsDebited: 'Results delivered',
  HoldReleased: 'Reservation released',
  CreditsAdjusted: 'Adjusted',
  AccountSuspended: 'Account suspended',
  AccountResumed: 'Suspension ended',
  SessionsEnded: 'Sessions ended',
};

export function title({ event }: LedgerEntry): string {
  return TITLES[event];
}

/** Details beyond the title; numbers of holds and periods are for the auditor. */
export function detail({ event, note }: LedgerEntry): string | null {
  switch (event) {
    case 'AllowanceGranted':
    case 'AllowanceLapsed':
    case 'CreditsHeld':
    case 'HoldReleased':
    case 'SessionsEnded':
      return null;
    case 'CouponCredited':
      return note.replace(/^coupon /, '');
    case 'TierChanged':
      return note.replace(/ from \d.*$/, '');
    case 'CreditsDebited':
      return note.replace(/ \(.*\)$/, '');
    default:
      return note === '' ? null : note;
  }
}

function signed(value: number): string {
  return value > 0 ? `+${formatNumber(value)}` : formatNumber(value);
}

/** The change in credits; reserving changes what can be spent, not the balance. */
export function amount({ credits, reserved }: LedgerEntry): string {
  if (credits !== 0) return signed(credits);
  if (reserved > 0) return `${formatNumber(reserved)} reserved`;
  return reserved < 0 ? `${formatNumber(-reserved)} released` : '';
}

/** All credits after the entry, reserved ones included: the previous balance plus the amount. */
export function balance({ monthly, bought }: LedgerEntry): number {
  return monthly + bought;
}

export interface Day {
  day: string;
  entries: LedgerEntry[];
}

/** The entries in order, grouped by day. */
export function byDay(entries: readonly LedgerEntry[]): Day[] {
  const days: Day[] = [];
  for (const entry of entries) {
    const day = dayOf(entry.timestamp);
    const last = days.at(-1);
    if (last?.day === day) last.entries.push(entry);
    else days.push({ day, entries: [entry] });
  }
  return days;
}
