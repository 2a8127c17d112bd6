/**
 * What the enricher page does: checks the plan and the credits, searches by GET /scrape, and enriches what was
 * found. A refusal or a failure leaves the rows of the last run alone.
 */
import { nanoid } from '@reduxjs/toolkit';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import type { ScrapeBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { formatCounted } from '@/shared/lib/format';
import { checkCredits } from '../credit-check';
import { enrichSession } from '../enrich-session';
import type { EnrichmentStep } from '../job-phase';
import type { Results } from '../job-state';
import { BASE_COLUMNS, FIRST_PAGE, NO_ROWS, withPage, type SessionRows } from '../session-rows';
import { appendFailure, appendLog, type LogEntry } from '../status-log';

export const MOST_RESULTS = 10;
/** One for each row, and one for its facts. */
export const NEEDED_CREDITS = 2 * MOST_RESULTS;
export const NEEDS_TIER = 'Data enrichment requires Business or Pro tier';

/** The phases of the specification, and how a run can end without them. */
export type EnricherPhase = 'idle' | 'starting' | 'processing' | 'completed' | 'refused' | 'failed';

export interface EnricherState {
  phase: EnricherPhase;
  step: EnrichmentStep;
  log: LogEntry[];
  results: Results | null;
}

const IDLE: EnricherState = { phase: 'idle', step: 'none', log: [], results: null };

export interface EnricherQuery {
  query: string;
  state: string;
}

export function useEnricher(userId: string) {
  const dispatch = useAppDispatch();
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      running.current?.abort();
    },
    [],
  );

  const start = useCallback(
    async ({ query, state: place }: EnricherQuery) => {
      const leaving = new AbortController();
      const { signal } = leaving;
      running.current = leaving;
      const say = (text: string, changes: Partial<EnricherState> = {}) => {
        if (signal.aborted) return;
        const append = changes.phase === 'refused' || changes.phase === 'failed' ? appendFailure : appendLog;
        setState((now) => ({ ...now, ...changes, log: append(now.log, text, Date.now()) }));
      };
      const where = place === '' ? '' : ` in ${place}`;
      say(`Searching for "${query}"${where}`, { phase: 'starting', step: 'pending' });
      const refusal = await checkCredits(dispatch, userId, NEEDED_CREDITS, ({ can_enrich: mayEnrich }) =>
        mayEnrich ? null : NEEDS_TIER,
      );
      if (refusal !== null) {
        say(refusal, { phase: 'refused', step: 'none' });
        return;
      }
      let found: Results | null = null;
      try {
        const search = api.endpoints.scrape.initiate(
          { query, ...(place === '' ? {} : { state: place }), userId, sessionId: nanoid() },
          { track: false },
        );
        const answer = await dispatch(search).unwrap();
        found = resultsOf(answer);
        const count = found.session.total;
        if (count === 0) {
          say('No results found', { phase: 'completed', step: 'none' });
          return;
        }
        say(`${formatCounted(count, 'result')} found`, {
          phase: 'processing',
          step: 'started',
          results: found,
        });
        const page = await enrichSession(dispatch, found.sessionKey, signal, (failure, waitMs) => {
          say(`${failure.message} Trying again in ${formatCounted(waitMs / 1000, 'second')}.`);
        });
        if (page === null) throw new Error('The answer is in a form that this page does not know.');
        const { enriched, message } = page.enrichment;
        const session = withPage(NO_ROWS, FIRST_PAGE, page);
        const results = { ...found, session, enriched: true, enrichedRows: enriched };
        say(message === '' ? 'Enrichment completed' : message, { phase: 'completed', step: 'done', results });
      } catch (failure) {
        const message = errorMessage(failure);
        say(found === null ? message : `Enrichment failed: ${message}`, { phase: 'failed', step: 'none' });
      } finally {
        dispatch(api.util.invalidateTags(['Credits', 'History']));
      }
    },
    [dispatch, userId],
  );

  const clear = useCallback(() => {
    running.current?.abort();
    setState(IDLE);
  }, []);

  return { state, start, clear };
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
