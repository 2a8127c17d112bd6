/**
 * The enricher page's session: GET /scrape returns its rows in one answer, POST /enrich adds their facts. A refusal
 * or failure keeps the rows of the last run.
 */
import { useEffect, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage, type ApiError } from '@/shared/api/api-error';
import type { CreditStatusApiResponse, ScrapeBody } from '@/shared/api/generated';
import { useAppDispatch, type AppDispatch } from '@/shared/api/store';
import { checkCredits, NEEDS_TIER } from '@/shared/credits/credit-check';
import { endedBy } from '@/shared/job/calls';
import { searchingFor } from '@/shared/job/session';
import { useSession, type WatchedSession } from '@/shared/job/use-session';
import { useOpenedByAddress, useSessionAddress } from '@/shared/results/session-address';
import { forgetSearch, searchName, type EnricherQuery } from './search-name';

export const MOST_RESULTS = 10;
/** One per row, and one for its facts. */
export const NEEDED_CREDITS = 2 * MOST_RESULTS;

interface Enricher extends Omit<WatchedSession, 'happened' | 'open'> {
  start: (query: EnricherQuery) => Promise<void>;
}

export function useEnricher(userId: string): Enricher {
  const dispatch = useAppDispatch();
  const { wanted, name } = useSessionAddress();
  const [first] = useState(wanted);
  const watched = useSession(first);
  const { session, happened, open, enrich, clear } = watched;
  const { sessionKey, step, results } = session;
  useOpenedByAddress(wanted, sessionKey, open);
  useEffect(() => {
    if (sessionKey !== null) name(sessionKey);
  }, [sessionKey, name]);

  /** Aborted when the page is left: then nothing more that costs is started. */
  const running = useRef(new AbortController());
  useEffect(
    () => () => {
      running.current.abort();
    },
    [],
  );
  /** The session found by a search of this page. */
  const [found, setFound] = useState<string | null>(null);
  const isDone = found === sessionKey && (step === 'done' || results?.session.total === 0);
  useEffect(() => {
    if (isDone) forgetSearch();
  }, [isDone]);

  const search = async (query: EnricherQuery, signal: AbortSignal) => {
    const description = searchingFor(query.query, query.state);
    happened({ type: 'submitted', description });
    const refusal = await checkCredits(dispatch, userId, NEEDED_CREDITS, mayEnrich);
    signal.throwIfAborted();
    if (refusal !== null) {
      happened({ type: 'refused', text: refusal });
      return null;
    }
    const answer = await findRows(dispatch, userId, query, signal);
    signal.throwIfAborted();
    setFound(answer.sessionKey);
    happened({ type: 'accepted', sessionKey: answer.sessionKey, description });
    return answer.results.length === 0 ? null : answer.sessionKey;
  };

  const start = async (query: EnricherQuery) => {
    running.current.abort();
    const { signal } = (running.current = new AbortController());
    try {
      const withRows = await search(query, signal);
      if (withRows !== null) await enrich(withRows);
    } catch (failure) {
      if (isFinal(failure)) forgetSearch();
      if (!signal.aborted) happened({ type: 'refused', text: errorMessage(failure), failed: true });
    } finally {
      dispatch(api.util.invalidateTags(['Credits', 'History']));
    }
  };

  return {
    ...watched,
    start,
    /** A search cannot be stopped: it keeps its name, so that repeating it returns the rows free of charge. */
    clear: () => {
      running.current.abort();
      if (session.own !== 'submitting') forgetSearch();
      name(null);
      clear();
    },
  };
}

function findRows(
  dispatch: AppDispatch,
  userId: string,
  { query, state }: EnricherQuery,
  signal: AbortSignal,
): Promise<ScrapeBody> {
  const sessionId = searchName(userId, { query, state });
  const call = { query, ...(state === '' ? {} : { state }), userId, sessionId };
  return endedBy(signal, () => dispatch(api.endpoints.scrape.initiate(call, { track: false })));
}

function mayEnrich({ can_enrich: may }: CreditStatusApiResponse): string | null {
  return may ? null : NEEDS_TIER;
}

/** The search itself failed or is gone: its name will never return another answer. */
function isFinal(failure: unknown): boolean {
  const { status, code } = failure as Partial<ApiError>;
  return status === 404 || status === 422 || (status === 500 && code === 'failed');
}
