import { formatCounted, formatNumber } from '@/shared/lib/format';

/** How long finding the records by hand would have taken. */
const MINUTES_PER_SCRAPED_RECORD = 2.75;
const MINUTES_PER_ENRICHED_RECORD = 46;

export function minutesSaved(records: number, enriched: boolean): number {
  return records * (enriched ? MINUTES_PER_ENRICHED_RECORD : MINUTES_PER_SCRAPED_RECORD);
}

/** '2 h 45 min', '11 min'; minutes are rounded. */
export function formatMinutes(minutes: number): string {
  const whole = Math.round(minutes);
  const hours = Math.floor(whole / 60);
  return hours === 0 ? `${whole} min` : `${formatNumber(hours)} h ${whole % 60} min`;
}

export function timeSavedMessage(records: number, enriched: boolean): string {
  const minutes = formatMinutes(minutesSaved(records, enriched));
  return `Time saved: about ${minutes} for ${formatCounted(records, 'record')}`;
}
