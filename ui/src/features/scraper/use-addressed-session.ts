/** Opens the session that the address names: once, and not unasked where a job is under way, which nothing pushes aside. */
import { useEffect, useRef, useState } from 'react';

interface Page {
  /** The session that is on the page. */
  shown: string | undefined;
  busy: boolean;
  open: (sessionKey: string) => void;
}

/** Answers how to open it where it was held back; null where it was not. */
export function useAddressedSession(wanted: string | null, { shown, busy, open }: Page): (() => void) | null {
  const [asked, setAsked] = useState({ for: null as string | null, held: false });
  if (asked.for !== wanted) setAsked({ for: wanted, held: wanted !== null && busy && wanted !== shown });
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (asked.held || asked.for === opened.current) return;
    opened.current = asked.for;
    if (asked.for !== null && asked.for !== shown) open(asked.for);
  }, [asked, shown, open]);
  if (!asked.held || wanted === shown) return null;
  return () => {
    setAsked({ for: wanted, held: false });
  };
}
