/** Notes that only the user's browser keeps: the same in all its tabs and all parts of a page. */
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
/** Ends the id, which never contains it in a key. */
const END_OF_ID = '/';

/** The key of a user's note in this browser. */
export function noteKey(prefix: string, userId: string, what: string): string {
  return `${prefix}${encodeURIComponent(userId)}${END_OF_ID}${what}`;
}

/** Browsers report storage changes of other tabs only. */
const HERE = 'demandatlas:notes';

/** Reports possible changes under keys with this prefix; returns how to unsubscribe. */
export function onNotesChange(prefix: string, changed: () => void): () => void {
  const elsewhere = ({ key }: StorageEvent) => {
    // Without a key everything was cleared.
    if (key === null || key.startsWith(prefix)) changed();
  };
  window.addEventListener('storage', elsewhere);
  window.addEventListener(HERE, changed);
  return () => {
    window.removeEventListener('storage', elsewhere);
    window.removeEventListener(HERE, changed);
  };
}

/** Removes a user's notes and named filters from this browser. */
export function removeNotes(userId: string): void {
  for (const prefix of PREFIXES)
    // Including the end of the id: another id may start with it.
    storedKeys(noteKey(prefix, userId, '')).forEach(removeStored);
  window.dispatchEvent(new Event(HERE));
}

type IsOne<One> = (value: unknown) => value is One;

export function readNotes<One>(key: string, isOne: IsOne<One>): One[] {
  const stored = readStored(key);
  return Array.isArray(stored) ? stored.filter(isOne) : [];
}

interface LocalNotes<One> {
  list: readonly One[];
  /** Whether it is stored beyond this page. */
  kept: boolean;
  /** Changes what is stored now: another tab may have changed it. */
  keep: (change: (stored: One[]) => One[]) => void;
}

/** Moves notes from one key to another, adding to what is there. */
export function moveNotes<One>(
  { from, to }: { from: string; to: string },
  isOne: IsOne<One>,
  together: (there: One[], moved: One[]) => One[],
): void {
  const moved = readNotes(from, isOne);
  if (moved.length === 0) return;
  removeStored(from);
  writeStored(to, together(readNotes(to, isOne), moved));
  window.dispatchEvent(new Event(HERE));
}

/** A list of notes. */
export function useLocalNotes<One>(key: string, isOne: IsOne<One>): LocalNotes<One> {
  const [{ of, list }, setState] = useState(() => ({ of: key, list: readNotes(key, isOne) }));
  if (of !== key) setState({ of: key, list: readNotes(key, isOne) });
  const [kept, setKept] = useState(true);
  useEffect(
    () =>
      onNotesChange(key, () => {
        setState({ of: key, list: readNotes(key, isOne) });
      }),
    [key, isOne],
  );
  return {
    list,
    kept,
    keep: (change) => {
      setKept(writeStored(key, change(readNotes(key, isOne))));
      window.dispatchEvent(new Event(HERE));
    },
  };
}
