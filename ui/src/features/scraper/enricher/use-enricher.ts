/**
 * The enricher page's state: of the run that is under way, and of the rows that are shown. A refusal or a failure
 * leaves the rows of the last run alone.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import { errorDetail } from '@/shared/api/api-error';
import { useAppDispatch } from '@/shared/api/store';
import type { EnrichmentStep } from '../job-phase';
import type { Results } from '../job-state';
import { appendFailure, appendLog, type LogEntry } from '../status-log';
import { runEnricher, type Change, type EnricherPhase } from './run-enricher';
import { forgetSearch, type EnricherQuery } from './search-name';

export interface EnricherState {
  phase: EnricherPhase;
  step: EnrichmentStep;
  log: LogEntry[];
  results: Results | null;
}

const IDLE: EnricherState = { phase: 'idle', step: 'none', log: [], results: null };

function said(state: EnricherState, text: string, change: Change = {}): EnricherState {
  const append = change.phase === 'refused' || change.phase === 'failed' ? appendFailure : appendLog;
  return { ...state, ...change, log: append(state.log, text, Date.now()) };
}

export function useEnricher(userId: string) {
  const dispatch = useAppDispatch();
  const [state, setState] = useState(IDLE);
  const running = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      // Leaving is no cancel, but nothing more is begun for a page that nobody looks at.
      running.current?.abort();
    },
    [],
  );

  const start = useCallback(
    async (query: EnricherQuery) => {
      const leaving = new AbortController();
      const { signal } = leaving;
      running.current = leaving;
      const say = (text: string, change?: Change) => {
        if (!signal.aborted) setState((now) => said(now, text, change));
      };
      await runEnricher(dispatch, query, { userId, signal, say });
    },
    [dispatch, userId],
  );

  /** Empties the page. What is under way is stopped, so that nothing more is charged. */
  const clear = async () => {
    const stopped = running.current;
    stopped?.abort();
    forgetSearch();
    setState(IDLE);
    if (state.phase !== 'processing' || state.results === null) return;
    try {
      await dispatch(api.endpoints.cancelJob.initiate({ jobId: state.results.sessionKey })).unwrap();
    } catch (failure) {
      // A run that has followed has a log of its own.
      if (running.current === stopped)
        setState((now) => said(now, `Failed to cancel job: ${errorDetail(failure)}`));
    }
  };

  return { state, start, clear };
}
