/** Time zones by their IANA names, and moments and times of day in words where a schedule needs them. */
const LOCALE = 'en-US';

/** The browser's time zone. */
export function ownZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export interface ZoneGroup {
  /** 'America'. */
  group: string;
  items: { value: string; label: string }[];
}

/** All time zones by region, with UTC and the given one even if the browser does not list them. */
export function zoneGroups(given: string): ZoneGroup[] {
  const names = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', given])].sort();
  const groups = new Map<string, ZoneGroup>();
  for (const value of names) {
    const [region = value] = value.split('/');
    const group = groups.get(region) ?? { group: region, items: [] };
    group.items.push({ value, label: zoneLabel(value) });
    groups.set(region, group);
  }
  for (const { items } of groups.values()) items.sort((one, other) => (one.label < other.label ? -1 : 1));
  return [...groups.values()];
}

/** 'Los Angeles', 'Knox, Indiana'. */
export function zoneLabel(zone: string): string {
  const [, ...places] = zone.split('/');
  return (places.length === 0 ? [zone] : places.reverse()).join(', ').replaceAll('_', ' ');
}

/** By 'los an', 'America/Los_Angeles' or 'Pacific Time'. */
export function isZoneFound(zone: string, search: string): boolean {
  const wanted = search.trim().toLowerCase().replaceAll('_', ' ');
  return zoneWords(zone).some((words) => words.toLowerCase().includes(wanted));
}

/** Names of zones take long to make. */
const zoneNames = new Map<string, string>();

function zoneWords(zone: string): string[] {
  const name = zoneNames.get(zone) ?? zonePart(zone, new Date(), 'longGeneric');
  zoneNames.set(zone, name);
  return [zone.replaceAll('_', ' '), zoneLabel(zone), name];
}

/** 'PDT' at a moment; the zone's own name if the browser does not know it. */
export function zoneCode(zone: string, moment: Date): string {
  return zonePart(zone, moment, 'short');
}

function zonePart(zone: string, moment: Date, timeZoneName: 'short' | 'longGeneric'): string {
  try {
    const format = new Intl.DateTimeFormat(LOCALE, { timeZone: zone, timeZoneName });
    return format.formatToParts(moment).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
  } catch {
    return zone;
  }
}

const HOUR = new Intl.DateTimeFormat(LOCALE, { hour: 'numeric', timeZone: 'UTC' });
const HOUR_AND_MINUTE = new Intl.DateTimeFormat(LOCALE, {
  hour: 'numeric',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** `06:00` → '6:00 AM', short '6 AM'; minutes other than none stay. */
export function formatTimeOfDay(at: string, length: 'full' | 'short' = 'full'): string {
  const moment = new Date(`1970-01-01T${at}Z`);
  if (Number.isNaN(moment.getTime())) return at;
  return (length === 'short' && at.endsWith(':00') ? HOUR : HOUR_AND_MINUTE).format(moment);
}

const MONTH = new Intl.DateTimeFormat(LOCALE, { month: 'long', timeZone: 'UTC' });

/** `2026-03` → 'March'. */
export function formatMonth(month: string): string {
  const moment = new Date(`${month}-01T00:00Z`);
  return Number.isNaN(moment.getTime()) ? month : MONTH.format(moment);
}
