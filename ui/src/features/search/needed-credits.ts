const RESULTS_PER_CITY = 20;

/** The estimated cost of cities, or of counties of an area, which must be available before the search starts. */
export function neededCredits(cityCount: number): number {
  return Math.ceil((RESULTS_PER_CITY * cityCount) / 10);
}
