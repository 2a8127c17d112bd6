/**
 * The formats of numbers, dates and units everywhere: 1,204 · 39.2% · $69,300 · 3.4 mi · Mar 4, 2026, 03:06 PM. Minus
 * is the minus sign (−), not a hyphen. Times are in the reader's time zone.
 */
const LOCALE = 'en-US';
const MINUS = '−';

/** For a date that cannot be parsed. */
const UNKNOWN_DATE = 'Unknown';

const numberFormats = new Map<number, Intl.NumberFormat>();

/** A number with thousands separators and this many decimals. A number that rounds to zero has no sign. */
export function formatNumber(value: number, decimals = 0): string {
  let format = numberFormats.get(decimals);
  if (format === undefined) {
    format = new Intl.NumberFormat(LOCALE, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      signDisplay: 'negative',
    });
    numberFormats.set(decimals, format);
  }
  return format.format(value).replace('-', MINUS);
}

/** `39.2` → '39.2%'. */
export function formatPercent(value: number, decimals = 1): string {
  return `${formatNumber(value, decimals)}%`;
}

/** `69300` → '$69,300'; negative '−$1,200'. */
export function formatDollars(value: number, decimals = 0): string {
  const amount = formatNumber(value, decimals);
  return amount.startsWith(MINUS) ? `${MINUS}$${amount.slice(MINUS.length)}` : `$${amount}`;
}

export function formatMiles(value: number): string {
  return `${formatNumber(value, 1)} mi`;
}

/** `1500` → '1.5k'; only for chart axes. */
export function formatAxisValue(value: number): string {
  if (Math.abs(value) < 1000) return formatNumber(value, Number.isInteger(value) ? 0 : 1);
  const thousands = Math.round(value / 100) / 10;
  return `${formatNumber(thousands, Number.isInteger(thousands) ? 0 : 1)}k`;
}

/** '1 company', '1,204 companies'. */
export function formatCounted(count: number, one: string, many = `${one}s`): string {
  return `${formatNumber(count)} ${count === 1 ? one : many}`;
}

const DATE_TIME = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const DATE = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric', year: 'numeric' });
const DAY_TIME = new Intl.DateTimeFormat(LOCALE, {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const SHORT_DATE = new Intl.DateTimeFormat(LOCALE, { month: 'short', day: 'numeric' });
const TIME = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit' });
const CLOCK = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', minute: '2-digit', second: '2-digit' });

type Moment = string | number | Date;

/** A date without a time is the same day in every time zone. */
const DAY_ALONE = /^\d{4}-\d{2}-\d{2}$/;

function formatMoment(format: Intl.DateTimeFormat, moment: Moment): string {
  const date = new Date(typeof moment === 'string' && DAY_ALONE.test(moment) ? `${moment}T00:00` : moment);
  return Number.isNaN(date.getTime()) ? UNKNOWN_DATE : format.format(date);
}

/** 'Mar 4, 2026, 03:06 PM'. */
export function formatDateTime(moment: Moment): string {
  return formatMoment(DATE_TIME, moment);
}

/** 'Mar 4, 03:06 PM', with the year unless it is this one. */
export function formatDayTime(moment: Moment): string {
  const isThisYear = new Date(moment).getFullYear() === new Date().getFullYear();
  return formatMoment(isThisYear ? DAY_TIME : DATE_TIME, moment);
}

/** 'Mar 4, 2026'. */
export function formatDate(moment: Moment): string {
  return formatMoment(DATE, moment);
}

/** 'Mar 4', where the year is clear. */
export function formatShortDate(moment: Moment): string {
  return formatMoment(SHORT_DATE, moment);
}

/** '2:05 PM'. */
export function formatTime(moment: Moment): string {
  return formatMoment(TIME, moment);
}

/** '2:05:09 PM', for logs. */
export function formatClock(moment: Moment): string {
  return formatMoment(CLOCK, moment);
}

const MINUTE_MS = 60_000;

/** '5 minutes ago', '2 hours 5 minutes ago', '1 day 3 hours ago'; 'just now' in the first minute. */
export function formatAgo(sinceMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - sinceMs) / MINUTE_MS);
  if (minutes < 1) return 'just now';
  const days = Math.floor(minutes / (24 * 60));
  const hours = Math.floor(minutes / 60) % 24;
  const parts = [
    days > 0 ? formatCounted(days, 'day') : null,
    hours > 0 ? formatCounted(hours, 'hour') : null,
    days === 0 && minutes % 60 > 0 ? formatCounted(minutes % 60, 'minute') : null,
  ];
  return `${parts.filter((part) => part !== null).join(' ')} ago`;
}

/** '0:07', '12:05', '1:02:03'. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}

/** The first eight characters of a long id, then dots: 'ec7347ae...'. */
export function formatShortId(id: string): string {
  return `${id.slice(0, 8)}...`;
}
