/** Keeps the run that is shown in the address, and shows the one that the address was opened with. */
import { useEffect, useRef } from 'react';
import { useSessionAddress } from '@/shared/results/session-address';

interface Shown {
  sessionKey: string | undefined;
  busy: boolean;
  open: (sessionKey: string) => Promise<void>;
}

/** Answers how to take it out of the address. */
export function useRunAddress({ sessionKey, busy, open }: Shown): () => void {
  const { wanted, name } = useSessionAddress();
  /** What was on the page already: the address may be a moment behind. */
  const seen = useRef(new Set<string>());
  useEffect(() => {
    if (sessionKey === undefined) return;
    seen.current.add(sessionKey);
    name(sessionKey);
  }, [sessionKey, name]);
  useEffect(() => {
    if (wanted === null || busy || seen.current.has(wanted)) return;
    seen.current.add(wanted);
    void open(wanted);
  }, [wanted, busy, open]);
  return () => {
    name(null);
  };
}
