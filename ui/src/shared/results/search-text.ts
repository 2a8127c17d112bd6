/** What a session is, in words: 'brewery · Portland, Bend and 3 more cities · OR'. */
import { api } from '@/shared/api/api';
import type { HistorySearch } from '@/shared/api/generated';
import { formatCounted } from '@/shared/lib/format';

/** Names of cities that a heading has room for. */
const MOST_NAMED = 3;

/** Empty before there is a search. */
export function searchText(search: HistorySearch | null): string {
  if (search === null) return '';
  const { term, state, cities, city_count: count } = search;
  const more = count - cities.length;
  const places =
    cities.join(', ') + (more > 0 ? ` and ${formatCounted(more, 'more city', 'more cities')}` : '');
  return [term, places, state].filter((part) => part !== '').join(' · ');
}

/** What was searched in a session; undefined until the server has said so. */
export function useSearchText(sessionKey: string | undefined): string | undefined {
  const { currentData: job } = api.useGetJobStatusQuery(
    { jobId: sessionKey ?? '' },
    { skip: sessionKey === undefined },
  );
  if (job === undefined) return undefined;
  const { search_term: term, state, cities } = job;
  return searchText({ term, state, cities: cities.slice(0, MOST_NAMED), city_count: cities.length });
}
