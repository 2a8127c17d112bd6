/** Google's terms: its rows are a list with its credit line, and of a saved one only the id is kept. */
export const NO_MAP = "Google's rows may be shown on Google's map only. The list holds them.";
export const NO_FILE = "Google's terms do not allow exporting or printing its rows.";

/** Required beside its rows, in these words in every language. */
export const CREDIT = 'Google Maps';

/** The place on Google's map, which knows its name. */
export function googlePlaceLink(placeId: string): string {
  const query = new URLSearchParams({ api: '1', query: 'Google place', query_place_id: placeId });
  return `https://www.google.com/maps/search/?${query.toString()}`;
}
