/** The texts of an estimate: who answers, how many rows, the cost. */
import { useEffect, useState } from 'react';
import { api } from '@/shared/api/api';
import type { AnswerBody, Estimate, EstimateSearch, SearchArea, SourceBody } from '@/shared/api/generated';
import { errorMessage } from '@/shared/api/api-error';
import { useAppDispatch } from '@/shared/api/store';
import { formatCounted } from '@/shared/lib/format';
import { named } from '@/shared/results/search-text';
import { findProblem, searchedPlace, toSearch, type SearchDraft } from './search-form';

/** 'open-brewery-db · 112 days old · MIT license · ships with DemandAtlas'. */
export function answerText(answer: AnswerBody, partCount: number): string {
  const parts = [answer.label, age(answer)];
  if (answer.licence != null) parts.push(`${answer.licence} license`);
  if (answer.shipped) parts.push('ships with DemandAtlas');
  if (answer.cities.length < partCount) parts.push(`for ${named(answer.cities)}`);
  return parts.filter((part) => part !== '').join(' · ');
}

function age({ live, age_days: days }: AnswerBody): string {
  if (live) return 'asked when the search runs';
  if (days == null) return '';
  return days < 1 ? 'less than a day old' : `${formatCounted(days, 'day')} old`;
}

/** 'Up to 40 rows, 40 credits', or 'More than …' if not all were counted; unknown if the source cannot tell. */
export function rowsText(estimate: Estimate): string {
  const {
    rows_at_most: rows,
    credits_at_most: credits,
    rows_are_more: isMore,
    credits_left: left,
  } = estimate;
  if (rows == null || credits == null) return 'Rows and cost: unknown until it runs';
  if (!isMore) return `Up to ${formatCounted(rows, 'row')}, ${formatCounted(credits, 'credit')}`;
  // No more than the balance is ever spent.
  const limit = credits < left ? 'more than' : 'up to';
  return `More than ${formatCounted(rows, 'row')}, ${limit} ${formatCounted(credits, 'credit')}`;
}

/** '12 mi around Bend, OR: 2 counties'. */
export function areaText({ label, counties }: SearchArea): string {
  return `${label}: ${formatCounted(counties.length, 'county', 'counties')}`;
}

/** The shipped listings, while there are no others; null once others were imported. */
export function shippedText(sources: readonly SourceBody[]): string | null {
  const datasets = sources.flatMap((source) => source.datasets ?? []);
  if (datasets.some((dataset) => !dataset.shipped)) return null;
  if (datasets.length === 0) return 'No listings are loaded yet.';
  const parts = datasets.map(
    ({ name, rows, licence }) =>
      `${name} (${formatCounted(rows, 'place')}${licence == null ? '' : `, ${licence}`})`,
  );
  return `Only what ships with DemandAtlas is loaded: ${parts.join(', ')}.`;
}

/** The command that imports a state's businesses; without a state, a placeholder. */
export function fetchCommand(state: string): string {
  return `demandatlas places fetch overture --state ${state === '' ? 'XX' : state}`;
}

/** Asks what a search would find and cost while it is typed: 400 ms after the last change, only the newest. */
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

/** The request as text, so that equal ones compare equal; null if the draft is no search yet. */
function questionOf(draft: SearchDraft): string | null {
  if (findProblem(draft, true) !== null) return null;
  const search = toSearch(draft);
  const { term, enrich, maxResults, source } = search;
  return JSON.stringify({
    search_term: term,
    ...searchedPlace(search),
    enrich,
    max_results: maxResults,
    source,
  });
}
