/** What was searched, and where: what a session says of itself. */
import { formatCounted } from '@/shared/lib/format';
import type { HistorySearch, JobBody } from '@/shared/api/generated';

/** As the history has it: of many cities the first ones, and how many there are. */
export type SearchSummary = Omit<HistorySearch, 'city_count'> & { cityCount: number };

const MOST_NAMED = 5;

export function summaryOfJob({ search_term: term, state, cities }: JobBody): SearchSummary {
  return { term, state, cities, cityCount: cities.length };
}

export function summaryOfHistory({ city_count: cityCount, ...search }: HistorySearch): SearchSummary {
  return { ...search, cityCount };
}

/** 'brewery · Portland, Bend and 3 more cities, OR'. */
export function summaryText({ term, state, cities, cityCount }: SearchSummary): string {
  const named = cities.slice(0, MOST_NAMED);
  const more = cityCount - named.length;
  const last = named.length > 0 && more > 0 ? ` and ${formatCounted(more, 'more city', 'more cities')}` : '';
  const places = [named.join(', ') + last, state].filter((part) => part !== '').join(', ');
  return [term, places].filter((part) => part !== '').join(' · ');
}
