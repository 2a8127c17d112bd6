import { formatCounted } from '@/shared/lib/format';

const RESULTS_PER_CITY = 20;

/** The estimated cost of cities, or of counties of an area, which must be available before the search starts. */
export function neededCredits(cityCount: number): number {
  return Math.ceil((RESULTS_PER_CITY * cityCount) / 10);
}

/** '2 cities: needs 4 credits to start'. */
export function neededText(count: number, one: string, many: string): string {
  return `${formatCounted(count, one, many)}: needs ${formatCounted(neededCredits(count), 'credit')} to start`;
}
