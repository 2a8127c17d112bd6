/** Asks what a search would find and cost while it is typed: 400 ms after the last change, the newest alone. */
import { useEffect, useState } from 'react';
import { api } from '@/shared/api/api';
import type { Estimate, EstimateSearch } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { findProblem, toSearch, type SearchDraft } from './search-form';

export const ESTIMATE_DELAY_MS = 400;

/** `none` while there is nothing to ask; `asking` shows the answer before, if there was one. */
export type EstimateState =
  | { status: 'none' }
  | { status: 'asking'; before: Estimate | null }
  | { status: 'known'; estimate: Estimate }
  | { status: 'unavailable' };

interface Answered {
  question: string;
  /** Null where it could not be had. */
  estimate: Estimate | null;
}

/** Asked again when a job starts or ends (`busy`), since that changes what is left. */
export function useEstimate(draft: SearchDraft, busy: boolean): EstimateState {
  const dispatch = useAppDispatch();
  const [answered, setAnswered] = useState<Answered | null>(null);
  const question = questionOf(draft);

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
        .catch(() => null)
        .then((estimate) => {
          if (!stale) setAnswered({ question, estimate });
        })
        // Both ways are handled above.
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
  return answered.estimate === null
    ? { status: 'unavailable' }
    : { status: 'known', estimate: answered.estimate };
}

/** The question as text, so that equal ones are one; null where the draft is no search yet. */
function questionOf(draft: SearchDraft): string | null {
  if (findProblem(draft, true) !== null) return null;
  const { term, state, cities, enrich, maxResults, source } = toSearch(draft);
  return JSON.stringify({ search_term: term, state, cities, enrich, max_results: maxResults, source });
}
