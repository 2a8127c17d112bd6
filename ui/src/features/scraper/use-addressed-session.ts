/** Opens the session that the address names: once, and not while a job is under way, which nothing pushes aside. */
import { useEffect, useRef } from 'react';

export function useAddressedSession(
  wanted: string | null,
  shown: string | undefined,
  busy: boolean,
  open: (sessionKey: string) => void,
): void {
  const opened = useRef<string | null>(null);
  useEffect(() => {
    if (wanted !== null && (busy || wanted === opened.current)) return;
    opened.current = wanted;
    if (wanted !== null && wanted !== shown) open(wanted);
  }, [wanted, shown, busy, open]);
}
