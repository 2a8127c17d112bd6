/** What was pressed for a change of many is gone or out of use when it is done: the focus goes to the rows then. */
import { useEffect, useRef } from 'react';
import type { ChosenCompanies } from './use-selection';

/** The dialog that may have asked before is still closing. */
const CLOSED_MS = 300;

/** For the box that has the rows, as a table or as a list. */
export function useFocusKept({ ids, all }: ChosenCompanies, busy: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const none = ids.size === 0;
  const before = useRef({ none, all, busy });
  useEffect(() => {
    const was = before.current;
    before.current = { none, all, busy };
    if (busy || (was.none === none && was.all === all && was.busy === busy)) return undefined;
    const find = () => {
      if (document.activeElement !== document.body) return;
      const rows = box.current?.querySelector('tbody, ul');
      const chosen = rows?.querySelector<HTMLElement>('input:checked');
      // Where it was pressed stays in sight.
      (chosen ?? rows?.querySelector('input'))?.focus({ preventScroll: true });
    };
    find();
    const timer = setTimeout(find, CLOSED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [none, all, busy]);
  return box;
}
