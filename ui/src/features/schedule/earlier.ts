/** Earlier searches that a schedule can go on with. */
import { api } from '@/shared/api/api';
import type { AreaSearch, EstimateSearch, JobBody, SearchArea } from '@/shared/api/generated';
import type { ApiError } from '@/shared/api/api-error';
import { mayBeWatched, whyNotWatched } from '@/shared/job/may-be-watched';
import type { Retryable } from '@/shared/ui/LoadFailure';

const GONE = 'This search is not there any more.';
/** The most that the server lists at once. */
const LISTED = 50;

export interface Earlier {
  /** Undefined until all of them are known. */
  jobs: JobBody[] | undefined;
  /** The call that failed; null if none did. */
  failed: Retryable | null;
  /** Why the preselected one is not among them; null if it is, or may yet be. */
  refusal: string | null;
}

/** Newest first; the preselected one is among them however old it is. Asked for once they are wanted. */
export function useEarlierSearches(preselected: string | null, isWanted: boolean): Earlier {
  const list = api.useListJobsQuery(
    { limit: LISTED, runs: false },
    { skip: !isWanted, refetchOnMountOrArgChange: true },
  );
  const listed = list.data?.jobs.filter(mayBeWatched);
  const isMissing =
    preselected !== null && listed !== undefined && !listed.some(({ job_id: id }) => id === preselected);
  const one = api.useGetJobStatusQuery({ jobId: preselected ?? '' }, { skip: !isMissing });
  const isGone = (one.error as Partial<ApiError> | undefined)?.status === 404;
  const failed = list.error !== undefined ? list : one.error !== undefined && !isGone ? one : null;
  if (listed === undefined || (isMissing && one.data === undefined && !isGone)) {
    return { jobs: undefined, failed, refusal: null };
  }
  const refusal = !isMissing ? null : one.data === undefined ? GONE : whyNotWatched(one.data);
  const old = isMissing && one.data !== undefined && refusal === null ? [one.data] : [];
  return { jobs: [...listed, ...old], failed, refusal };
}

/** What it would find now. */
export function estimateOfJob({ search_term: term, state, cities, area }: JobBody): EstimateSearch {
  return area == null
    ? { search_term: term, state, cities }
    : { search_term: term, area: areaSearchOf(area) };
}

function areaSearchOf({ kind, counties, around, center, miles, rings }: SearchArea): AreaSearch {
  const [longitude, latitude] = center ?? [];
  if (kind === 'radius' && longitude !== undefined && latitude !== undefined && miles != null) {
    return { kind, longitude, latitude, miles, around: around ?? null };
  }
  if (rings.length === 0) return { kind: 'counties', counties: counties.map(({ fips }) => fips) };
  const closed = rings.map((ring) => [...ring, ...ring.slice(0, 1)]);
  return { kind: 'polygon', geojson: { type: 'Polygon', coordinates: closed } };
}
