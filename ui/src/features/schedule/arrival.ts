/** What a schedule's page has to say where it leads to: said once, not again on a reload. */
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';

/** The state of the address. */
export interface Arrival {
  /** The schedule of this name was deleted. */
  deleted: string;
}

/** The name of the schedule whose deletion led here; the heading has the focus then. */
export function useDeleted(): string | null {
  const state = useLocation().state as Arrival | null;
  const [deleted] = useState(state?.deleted ?? null);
  const [, setParams] = useSearchParams();
  const isTold = state === null;
  useEffect(() => {
    if (isTold) return;
    document.querySelector('h1')?.focus();
    // The same address without its state.
    setParams((now) => now, { replace: true, preventScrollReset: true });
  }, [isTold, setParams]);
  return deleted;
}
