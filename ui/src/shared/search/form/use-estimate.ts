/** Asks what a search would find and cost while it is typed: 400 ms after the last change, only the newest. */
import { useEffect, useState } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import type { Estimate, EstimateSearch } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { findProblem, searchedPlace, toSearch, type SearchDraft } from './search-form';

export const ESTIMATE_DELAY_MS = 400;

/** `none` if there is nothing to ask; `asking` keeps the previous answer; `refused` says what is wrong with the search. */
type EstimateState =
  | { status: 'none' }
  | { status: 'asking'; before: Estimate | null }
  | { status: 'known'; estimate: Estimate }
  | { status: 'refused'; text: string }
  | { status: 'unavailable' };

interface Answered {
  question: string;
  /** Null if it failed. */
  estimate: Estimate | null;
  /** What the server finds wrong with the search; null if it is not that. */
  refusal: string | null;
}

/** Asked again when a job starts or ends (`busy`), since that changes the balance. */
export function useEstimate(search: EstimateSearch | null, busy: boolean): EstimateState {
  const dispatch = useAppDispatch();
  const [answered, setAnswered] = useState<Answered | null>(null);
  // As text, so that equal ones compare equal.
  const question = search === null ? null : JSON.stringify(search);

  useEffect(() => {
    if (question === null) return undefined;
    let stale = false;
    let abort: (() => void) | null = null;
    const timer = setTimeout(() => {
      const asked = dispatch(
        api.endpoints.estimateScrape.initiate(
          { estimateSearch: JSON.parse(question) as EstimateSearch },
          { track: false },
        ),
      );
      abort = () => {
        asked.abort();
      };
      asked
        .unwrap()
        .then(
          (estimate) => {
            if (!stale) setAnswered({ question, estimate, refusal: null });
          },
          (failure: unknown) => {
            const refusal = isRefusal(failure) ? errorMessage(failure) : null;
            if (!stale) setAnswered({ question, estimate: null, refusal });
          },
        )
        // Both outcomes are handled above.
        .catch(() => undefined);
    }, ESTIMATE_DELAY_MS);
    return () => {
      stale = true;
      clearTimeout(timer);
      abort?.();
    };
  }, [dispatch, question, busy]);

  if (question === null) return { status: 'none' };
  if (answered?.question !== question) return { status: 'asking', before: answered?.estimate ?? null };
  if (answered.estimate !== null) return { status: 'known', estimate: answered.estimate };
  return answered.refusal === null
    ? { status: 'unavailable' }
    : { status: 'refused', text: answered.refusal };
}

/** Whether the server finds something wrong with the search, such as an area abroad. */
function isRefusal(failure: unknown): boolean {
  return typeof failure === 'object' && failure !== null && 'status' in failure && failure.status === 400;
}

/** What to ask about a draft; null if it is no search yet. */
export function estimateOf(draft: SearchDraft): EstimateSearch | null {
  if (findProblem(draft, true) !== null) return null;
  const search = toSearch(draft);
  const { term, enrich, maxResults, source } = search;
  return {
    search_term: term,
    ...searchedPlace(search),
    enrich,
    ...(maxResults === undefined ? {} : { max_results: maxResults }),
    ...(source === undefined ? {} : { source }),
  };
}
