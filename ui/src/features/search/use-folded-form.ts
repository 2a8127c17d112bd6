/** The form makes way for rows: once there are any it is a button away, until somebody opens it or types in it. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

interface FoldedForm {
  folded: boolean;
  toggle: () => void;
  /** Somebody types while a search is running: its rows leave the form open. */
  keepOpen: () => void;
  /** What collapses, and its button: the focus moves between them. */
  form: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
}

/**
 * `shown` is the session whose rows are on the page, or null; `busy` means that another session's may follow;
 * `openAtFirst` is the session above whose rows the form is open when the page opens.
 */
export function useFoldedForm(shown: string | null, busy: boolean, openAtFirst: string | null): FoldedForm {
  const [openFor, setOpenFor] = useState(openAtFirst);
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
