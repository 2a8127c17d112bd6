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
  return hours === 0 ? `${whole} min` : `${hours.toLocaleString('en-US')} h ${whole % 60} min`;
}

export function timeSavedMessage(records: number, enriched: boolean): string {
  const noun = records === 1 ? 'record' : 'records';
  return `Time saved: about ${formatMinutes(minutesSaved(records, enriched))} for ${records.toLocaleString('en-US')} ${noun}`;
}

/** '0:07', '12:05', '1:02:03'. */
export function formatElapsed(elapsedMs: number): string {
  const seconds = Math.max(0, Math.floor(elapsedMs / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const shown = parts[0] === 0 ? parts.slice(1) : parts;
  return shown.map((part, index) => (index === 0 ? String(part) : String(part).padStart(2, '0'))).join(':');
}
