/** The form gives way to rows: once there are any it is a button away, until somebody opens it or works in it. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

export interface FoldedForm {
  folded: boolean;
  toggle: () => void;
  /** Somebody writes while this session is under way: its rows do not take the form away. */
  keepOpenFor: (sessionKey: string) => void;
  /** What is folded, and what unfolds it: the focus goes over to it. */
  form: RefObject<HTMLDivElement | null>;
  button: RefObject<HTMLButtonElement | null>;
}

/** `shown` is the session whose rows are there; null while there are none. */
export function useFoldedForm(shown: string | null): FoldedForm {
  const [openFor, setOpenFor] = useState<string | null>(null);
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
    keepOpenFor: setOpenFor,
    form,
    button,
  };
}
