/** A search in words: 'brewery · Portland, Bend and 3 more cities · OR'. */
import { api } from '@/shared/api/api';
import type { HistorySearch, JobBody } from '@/shared/api/generated';
import { formatCounted, formatNumber } from '@/shared/lib/format';

/** How many cities fit in a heading. */
const MOST_NAMED = 3;

const MOST_IN_A_LIST = 5;

/** The first few of a list: 'Bend, Salem and 3 more'. */
export function named(cities: readonly string[]): string {
  const shown = cities.slice(0, MOST_IN_A_LIST).join(', ');
  const more = cities.length - MOST_IN_A_LIST;
  return more > 0 ? `${shown} and ${formatNumber(more)} more` : shown;
}

/** Empty without a search. */
export function searchText(search: HistorySearch | null): string {
  if (search === null) return '';
  const { term, state, cities, city_count: count, area } = search;
  if (typeof area === 'string') return `${term} · ${area}`;
  const more = count - cities.length;
  const places =
    cities.join(', ') + (more > 0 ? ` and ${formatCounted(more, 'more city', 'more cities')}` : '');
  return [term, places, state].filter((part) => part !== '').join(' · ');
}

/** What a session searched; undefined until the server answers. */
export function useSearchText(sessionKey: string | undefined): string | undefined {
  const { currentData: job } = api.useGetJobStatusQuery(
    { jobId: sessionKey ?? '' },
    { skip: sessionKey === undefined },
  );
  return job === undefined ? undefined : searchOf(job);
}

export function searchOf({ search_term: term, state, cities, area }: JobBody): string {
  const named = cities.slice(0, MOST_NAMED);
  return searchText({ term, state, cities: named, city_count: cities.length, area: area?.label ?? null });
}
