/** The form gives way to rows: once there are any it is a button away, until somebody opens it or works in it. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface FoldedForm {
  folded: boolean;
  toggle: () => void;
  /** Somebody writes while a search is on its way: its rows do not take the form away. */
  keepOpen: () => void;
  /** What is folded, and what unfolds it: the focus goes over to it. */
  form: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
}

/** `shown` is the session whose rows are there, null while there are none; `busy` that there may be another one's. */
export function useFoldedForm(shown: string | null, busy: boolean): FoldedForm {
  const [openFor, setOpenFor] = useState<string | null>(null);
  const [seen, setSeen] = useState(shown);
  const [isKept, setKept] = useState(false);
  if (shown !== seen) {
    setSeen(shown);
    if (isKept && shown !== null) setOpenFor(shown);
  }
  if (isKept && !busy) setKept(false);
  const form = useRef<HTMLDivElement | null>(null);
  const button = useRef<HTMLButtonElement | null>(null);
  const folded = shown !== null && openFor !== shown;

  useLayoutEffect(() => {
    if (folded && form.current?.contains(document.activeElement) === true) {
      button.current?.focus({ preventScroll: true });
    }
  }, [folded]);

  return {
    folded,
    toggle: () => {
      setOpenFor(folded ? shown : null);
    },
    keepOpen: () => {
      setKept(busy);
    },
    form,
    button,
  };
}
