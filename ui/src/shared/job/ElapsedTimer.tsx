import { useEffect, useState } from 'react';
import { formatElapsed } from '@/shared/lib/format';

/** Counts the seconds from a start to an end. */
export function ElapsedTimer({ startedAt, endedAt }: { startedAt: number; endedAt: number | null }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (endedAt !== null) return undefined;
    const timer = window.setInterval(() => {
      setNow(Date.now());
    }, 1000);
    return () => {
      window.clearInterval(timer);
    };
  }, [endedAt]);
  return <span role="timer">{formatElapsed((endedAt ?? now) - startedAt)}</span>;
}
