/** One run of the enricher: checks the plan and the credits, searches by GET /scrape, and enriches what was found. */
import { api } from '@/shared/api/api';
import { errorMessage, type ApiError } from '@/shared/api/api-error';
import type { CreditStatusApiResponse, ScrapeBody } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';
import { formatCounted } from '@/shared/lib/format';
import { checkCredits, NEEDS_TIER } from '@/shared/credits/credit-check';
import { endedBy } from '@/shared/job/ended-by';
import { enrichSession } from '@/shared/job/enrich-session';
import type { EnrichmentStep } from '@/shared/job/job-view';
import type { Results } from '@/shared/job/session';
import { BASE_COLUMNS, FIRST_PAGE, NO_ROWS, withPage, type SessionRows } from '@/shared/results/session-rows';
import { forgetSearch, searchName, type EnricherQuery } from './search-name';

export const MOST_RESULTS = 10;
/** One for each row, and one for its facts. */
export const NEEDED_CREDITS = 2 * MOST_RESULTS;

/** The phases of the specification, how a run can end without them, and an earlier one that is fetched. */
export type EnricherPhase =
  'idle' | 'starting' | 'processing' | 'completed' | 'stopped' | 'refused' | 'failed' | 'recovering';

/** What a run changes on the page. */
export interface Change {
  phase?: EnricherPhase;
  step?: EnrichmentStep;
  results?: Results;
}

export interface Run {
  userId: string;
  /** Nobody waits for the run any more: then it begins nothing that is charged. */
  signal: AbortSignal;
  say: (text: string, change?: Change) => void;
}

/** What is under way at the server when the signal comes goes on there, and is paid: whoever comes back finds it. */
export async function runEnricher(dispatch: AppDispatch, query: EnricherQuery, run: Run): Promise<void> {
  const { userId, signal, say } = run;
  const where = query.state === '' ? '' : ` in ${query.state}`;
  say(`Searching for "${query.query}"${where}`, { phase: 'starting', step: 'pending' });
  const refusal = await checkCredits(dispatch, userId, NEEDED_CREDITS, mayEnrich);
  if (refusal !== null) {
    say(refusal, { phase: 'refused', step: 'none' });
    return;
  }
  let found: Results | null = null;
  try {
    found = await search(dispatch, query, run);
    const count = found.session.total;
    if (count === 0) {
      if (!signal.aborted) forgetSearch();
      say('No results found', { phase: 'completed', step: 'none' });
      return;
    }
    say(`${formatCounted(count, 'result')} found`, { phase: 'processing', step: 'started', results: found });
    await enrich(dispatch, found, run);
  } catch (failure) {
    const message = errorMessage(failure);
    say(found === null ? message : `Enrichment failed: ${message}`, { phase: 'failed', step: 'none' });
  } finally {
    dispatch(api.util.invalidateTags(['Credits', 'History']));
  }
}

/** Enriches the rows of an earlier run that have no facts yet. */
export async function enrichRows(dispatch: AppDispatch, found: Results, run: Run): Promise<void> {
  run.say('Enrichment started', { phase: 'processing', step: 'started' });
  try {
    await enrich(dispatch, found, run);
  } catch (failure) {
    run.say(`Enrichment failed: ${errorMessage(failure)}`, { phase: 'failed', step: 'none' });
  } finally {
    dispatch(api.util.invalidateTags(['Credits', 'History']));
  }
}

function mayEnrich({ can_enrich: may }: CreditStatusApiResponse): string | null {
  return may ? null : NEEDS_TIER;
}

async function search(
  dispatch: AppDispatch,
  { query, state }: EnricherQuery,
  { userId, signal }: Run,
): Promise<Results> {
  try {
    const answer = await endedBy(signal, () =>
      dispatch(
        api.endpoints.scrape.initiate(
          {
            query,
            ...(state === '' ? {} : { state }),
            userId,
            sessionId: searchName(userId, { query, state }),
          },
          { track: false },
        ),
      ),
    );
    return resultsOf(answer);
  } catch (failure) {
    if (isFinal(failure)) forgetSearch();
    throw failure;
  }
}

async function enrich(dispatch: AppDispatch, found: Results, { signal, say }: Run): Promise<void> {
  const page = await enrichSession(dispatch, found.sessionKey, signal, (failure, waitMs) => {
    say(`${failure.message} Trying again in ${formatCounted(waitMs / 1000, 'second')}.`);
  });
  if (page === null) throw new Error('The answer is in a form that this page does not know.');
  if (!signal.aborted) forgetSearch();
  const { enriched, message } = page.enrichment;
  const session = withPage(NO_ROWS, FIRST_PAGE, page);
  const results = { ...found, session, enriched: true, enrichedRows: enriched };
  say(message === '' ? 'Enrichment completed' : message, { phase: 'completed', step: 'done', results });
}

/** The search itself has failed, or is gone: under its name nothing else will ever be answered. */
function isFinal(failure: unknown): boolean {
  const { status, code } = failure as Partial<ApiError>;
  return status === 404 || status === 422 || (status === 500 && code === 'failed');
}

/** The rows of a search, which come whole: no page of them is left to fetch. */
function resultsOf({ results, sessionKey, sample, sources, source_sets: sets }: ScrapeBody): Results {
  const total = results.length;
  const session: SessionRows = {
    rows: results,
    total,
    fetched: Object.fromEntries(BASE_COLUMNS.map((column) => [column, total])),
    sources: { sources, source_sets: sets },
  };
  return { sessionKey, session, enriched: false, enrichedRows: 0, sample };
}
