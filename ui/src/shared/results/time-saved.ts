import { formatCounted, formatNumber } from '@/shared/lib/format';

/** How long finding a record by hand would have taken. */
const MINUTES_PER_SCRAPED_RECORD = 2.75;
const MINUTES_PER_ENRICHED_RECORD = 46;

/** `enriched` of the records have facts. */
export function minutesSaved(records: number, enriched: number): number {
  return (records - enriched) * MINUTES_PER_SCRAPED_RECORD + enriched * MINUTES_PER_ENRICHED_RECORD;
}

/** '2 h 45 min', '11 min'; rounded to minutes. */
export function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  return hours === 0 ? `${whole} min` : `${formatNumber(hours)} h ${whole % 60} min`;
}

export function timeSavedMessage(records: number, enriched: number): string {
  const minutes = formatMinutes(minutesSaved(records, enriched));
  return `Time saved: about ${minutes} for ${formatCounted(records, 'record')}`;
}
