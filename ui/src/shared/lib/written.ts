/** What somebody wrote and only their browser keeps: the same in all its tabs, and in all parts of a page. */
import { useEffect, useState } from 'react';
import {
  FILTERS_PREFIX,
  NEXT_STEPS_PREFIX,
  readStored,
  removeStored,
  storedKeys,
  writeStored,
} from './browser-storage';

const PREFIXES = [FILTERS_PREFIX, NEXT_STEPS_PREFIX];
/** After the id, which never has one as it is written in a key. */
const END_OF_ID = '/';

/** Where a user's browser keeps something that they wrote. */
export function writtenKey(prefix: string, userId: string, what: string): string {
  return `${prefix}${encodeURIComponent(userId)}${END_OF_ID}${what}`;
}

/** Another tab's browser tells of what it stores, this one's does not. */
const HERE = 'demandatlas:written';

/** Tells when what is stored under keys that begin like this may have changed; answers how to stop hearing. */
export function hearWritten(prefix: string, changed: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    // Without one all is gone.
    if (key === null || key.startsWith(prefix)) changed();
  };
  window.addEventListener('storage', elsewhere);
  window.addEventListener(HERE, changed);
  return () => {
    window.removeEventListener('storage', elsewhere);
    window.removeEventListener(HERE, changed);
  };
}

/** Removes what a user has written in this browser, and the filters that they gave names. */
export function forgetWritten(userId: string): void {
  for (const prefix of PREFIXES)
    // With what ends the id: another's may begin like it.
    storedKeys(writtenKey(prefix, userId, '')).forEach(removeStored);
  window.dispatchEvent(new Event(HERE));
}

type IsOne<One> = (value: unknown) => value is One;

export function readWritten<One>(key: string, isOne: IsOne<One>): One[] {
  const stored = readStored(key);
  return Array.isArray(stored) ? stored.filter(isOne) : [];
}

export interface Written<One> {
  list: readonly One[];
  /** Whether the browser keeps it beyond this page. */
  kept: boolean;
  /** Changes what is stored now: another tab may have stored some meanwhile. */
  keep: (change: (stored: One[]) => One[]) => void;
}

/** Keeps under one key what was kept under another, beside what stands there. */
export function moveWritten<One>(
  { from, to }: { from: string; to: string },
  isOne: IsOne<One>,
  together: (there: One[], moved: One[]) => One[],
): void {
  const moved = readWritten(from, isOne);
  if (moved.length === 0) return;
  removeStored(from);
  writeStored(to, together(readWritten(to, isOne), moved));
  window.dispatchEvent(new Event(HERE));
}

/** A list of what somebody wrote. */
export function useWritten<One>(key: string, isOne: IsOne<One>): Written<One> {
  const [{ of, list }, setState] = useState(() => ({ of: key, list: readWritten(key, isOne) }));
  if (of !== key) setState({ of: key, list: readWritten(key, isOne) });
  const [kept, setKept] = useState(true);
  useEffect(
    () =>
      hearWritten(key, () => {
        setState({ of: key, list: readWritten(key, isOne) });
      }),
    [key, isOne],
  );
  return {
    list,
    kept,
    keep: (change) => {
      setKept(writeStored(key, change(readWritten(key, isOne))));
      window.dispatchEvent(new Event(HERE));
    },
  };
}
