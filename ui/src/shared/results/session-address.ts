/**
 * The session named in the address, so that a reload shows it again. The way rows are shown carries over to the next
 * session.
 */
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { CONTACT_PARAM, FILTER_PARAM } from './row-filter';

const PARAM = 'sessionKey';
/** Asks for the enrichment of its rows at once. */
const ENRICH_PARAM = 'enrich';

interface SessionAddress {
  wanted: string | null;
  /** Names a session or none; a filter of another session's rows is dropped. */
  name: (sessionKey: string | null) => void;
}

export function useSessionAddress(): SessionAddress {
  const [params, setParams] = useSearchParams();
  // The current setter: a search takes a while to be accepted.
  const write = useRef(setParams);
  useEffect(() => {
    write.current = setParams;
  });
  const name = useCallback((sessionKey: string | null) => {
    write.current(
      (now) => {
        now.delete(ENRICH_PARAM);
        if (sessionKey === null || now.get(PARAM) !== sessionKey) {
          now.delete(FILTER_PARAM);
          now.delete(CONTACT_PARAM);
        }
        if (sessionKey === null) now.delete(PARAM);
        else now.set(PARAM, sessionKey);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, []);
  return { wanted: params.get(PARAM), name };
}

/** Opens the session when the address changes; what ran before continues on the server. */
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
