/**
 * One Tab stop for many rows: arrows, Home, End and Page move the focus, also to rows that must first scroll into the
 * document.
 */
import { useCallback, useRef, useState, type KeyboardEvent } from 'react';

const PAGE_ROWS = 10;

export function useRovingRows(rows: readonly { id: string }[], scrollTo: (index: number) => void) {
  const [active, setActive] = useState<string | null>(null);
  /** To be focused once it is mounted. */
  const awaited = useRef<string | null>(null);
  const buttons = useRef(new Map<string, HTMLElement>());
  const indexOf = (id: string | null) => rows.findIndex((row) => row.id === id);
  const tabStop = Math.max(0, indexOf(active));

  const moveTo = (index: number) => {
    const bounded = Math.max(0, Math.min(rows.length - 1, index));
    const row = rows[bounded];
    if (row === undefined) return;
    setActive(row.id);
    scrollTo(bounded);
    const button = buttons.current.get(row.id);
    if (button === undefined) awaited.current = row.id;
    else button.focus();
  };

  /** For each row's button; the returned function is called when it unmounts. */
  const onMount = useCallback((id: string, button: HTMLElement) => {
    const mounted = buttons.current;
    mounted.set(id, button);
    if (awaited.current === id) {
      awaited.current = null;
      button.focus();
    }
    return () => {
      mounted.delete(id);
    };
  }, []);

  return {
    tabStop,
    onMount,
    onFocus: setActive,
    onKeyDown: (event: KeyboardEvent) => {
      const index = indexAfter(event.key, tabStop, rows.length);
      if (index === null) return;
      event.preventDefault();
      moveTo(index);
    },
    focus: (id: string) => {
      moveTo(indexOf(id));
    },
  };
}

function indexAfter(key: string, index: number, length: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index + 1;
    case 'ArrowUp':
      return index - 1;
    case 'PageDown':
      return index + PAGE_ROWS;
    case 'PageUp':
      return index - PAGE_ROWS;
    case 'Home':
      return 0;
    case 'End':
      return length - 1;
    default:
      return null;
  }
}
