/**
 * The enricher page's state: of the run that is under way, and of the rows that are shown. A refusal or a failure
 * leaves the rows of the last run alone.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import { errorDetail } from '@/shared/api/api-error';
import { useAppDispatch } from '@/shared/api/store';
import { GONE, isGone } from '@/shared/job/gone';
import type { EnrichmentStep } from '@/shared/job/job-view';
import { ENRICHMENT_STOPPED, type Results } from '@/shared/job/session';
import { appendFailure, appendLog, type LogEntry } from '@/shared/job/status-log';
import { followEarlierRun, type EarlierRun } from './earlier-run';
import { enrichRows, runEnricher, type Change, type EnricherPhase, type Run } from './run-enricher';
import { forgetSearch, type EnricherQuery } from './search-name';

export interface EnricherState {
  phase: EnricherPhase;
  step: EnrichmentStep;
  log: LogEntry[];
  results: Results | null;
  /** A session whose rows could not be fetched. */
  unfetched: string | null;
}

const IDLE: EnricherState = { phase: 'idle', step: 'none', log: [], results: null, unfetched: null };

/** A search cannot be stopped: its rows come in one answer. */
export function canStop({ phase, results }: EnricherState): boolean {
  return phase === 'processing' && results !== null;
}

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

  const begin = (): Run => {
    const leaving = new AbortController();
    const { signal } = leaving;
    running.current = leaving;
    const say = (text: string, change?: Change) => {
      if (!signal.aborted) setState((now) => ({ ...said(now, text, change), unfetched: null }));
    };
    return { userId, signal, say };
  };

  const start = (query: EnricherQuery) => runEnricher(dispatch, query, begin());

  const enrich = () => (state.results === null ? undefined : enrichRows(dispatch, state.results, begin()));

  /** Shows what an earlier run has left, or is still at. */
  const open = useCallback(
    async (sessionKey: string) => {
      const opening = new AbortController();
      running.current = opening;
      const isWanted = () => running.current === opening;
      setState({ ...IDLE, phase: 'recovering' });
      try {
        const show = ({ message, ...left }: EarlierRun) => {
          const state = { ...IDLE, ...left };
          if (isWanted()) setState(message === '' ? state : said(state, message));
        };
        await followEarlierRun(dispatch, sessionKey, { signal: opening.signal, show });
      } catch (failure) {
        if (!isWanted() || opening.signal.aborted) return;
        setState(
          isGone(failure) ? said(IDLE, GONE, { phase: 'failed' }) : { ...IDLE, unfetched: sessionKey },
        );
      }
    },
    [dispatch],
  );

  const cancel = async (sessionKey: string) => {
    running.current?.abort();
    const cancelling = new AbortController();
    running.current = cancelling;
    try {
      await dispatch(api.endpoints.cancelJob.initiate({ jobId: sessionKey })).unwrap();
    } catch (failure) {
      // A run that has followed has a log of its own.
      if (running.current === cancelling)
        setState((now) => said(now, `Failed to cancel job: ${errorDetail(failure)}`));
    }
  };

  /** Ends the enrichment: the rows stay, and nothing more is charged. */
  const stop = async () => {
    if (!canStop(state) || state.results === null) return;
    const { sessionKey } = state.results;
    setState((now) => said(now, ENRICHMENT_STOPPED, { phase: 'stopped', step: 'none' }));
    await cancel(sessionKey);
    dispatch(api.util.invalidateTags(['Credits', 'History']));
  };

  /**
   * Empties the page. An enrichment is stopped, so that nothing more is charged. A search cannot be: it keeps its
   * name, by which who asks for the same again gets its rows uncharged.
   */
  const clear = async () => {
    running.current?.abort();
    if (state.phase !== 'starting') forgetSearch();
    setState(IDLE);
    if (canStop(state) && state.results !== null) await cancel(state.results.sessionKey);
  };

  return { state, start, enrich, open, stop, clear };
}
