/** The session that the address names: a reload shows it again. How rows are looked at stays there from one to the next. */
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { FILTER_PARAM } from './row-filter';

const PARAM = 'sessionKey';
/** That its rows are to be enriched: that is asked at once. */
export const ENRICH_PARAM = 'enrich';

interface SessionAddress {
  wanted: string | null;
  /** Names one, or none; what was looked for among the rows of another one goes with that. */
  name: (sessionKey: string | null) => void;
}

export function useSessionAddress(): SessionAddress {
  const [params, setParams] = useSearchParams();
  // As the address is when it is written: a search takes its time to be accepted.
  const write = useRef(setParams);
  useEffect(() => {
    write.current = setParams;
  });
  const name = useCallback((sessionKey: string | null) => {
    write.current(
      (now) => {
        now.delete(ENRICH_PARAM);
        if (sessionKey === null || now.get(PARAM) !== sessionKey) now.delete(FILTER_PARAM);
        if (sessionKey === null) now.delete(PARAM);
        else now.set(PARAM, sessionKey);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, []);
  return { wanted: params.get(PARAM), name };
}

/** Opens the session that a changed address names; what ran before goes on at the server. */
export function useOpenedByAddress(
  wanted: string | null,
  sessionKey: string | null,
  open: (sessionKey: string) => void,
): void {
  const last = useRef(wanted);
  useEffect(() => {
    if (wanted === last.current) return;
    last.current = wanted;
    if (wanted !== null && wanted !== sessionKey) open(wanted);
  }, [wanted, sessionKey, open]);
}

/** Whether the address asks to enrich this session, as links from its rows' pages do. */
export function useEnrichAddress(sessionKey: string): { isAsked: boolean; leave: () => void } {
  const [params, setParams] = useSearchParams();
  return {
    isAsked: params.has(ENRICH_PARAM) && params.get(PARAM) === sessionKey,
    leave: () => {
      if (!params.has(ENRICH_PARAM)) return;
      setParams(
        (now) => {
          now.delete(ENRICH_PARAM);
          return now;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}
