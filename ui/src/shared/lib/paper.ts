/** Whether the page is being printed. Paper is white: a dark scheme is suspended meanwhile. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';

const SCHEME = 'data-mantine-color-scheme';

const listeners = new Set<() => void>();
let isPaper = false;
let scheme: string | null = null;

function turn(paper: boolean): void {
  if (paper === isPaper) return;
  isPaper = paper;
  const root = document.documentElement;
  if (paper) {
    scheme = root.getAttribute(SCHEME);
    root.setAttribute(SCHEME, 'light');
  } else if (scheme !== null) {
    root.setAttribute(SCHEME, scheme);
  }
  // The browser prints what is there when its event has been handled.
  flushSync(() => {
    for (const listener of listeners) listener();
  });
}

const before = () => {
  turn(true);
};
const after = () => {
  turn(false);
};

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    turn(false);
    window.removeEventListener('beforeprint', before);
    window.removeEventListener('afterprint', after);
  };
}

export function usePaper(): boolean {
  return useSyncExternalStore(subscribe, () => isPaper);
}
