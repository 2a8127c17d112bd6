/** The filtered ledger in pages, newest entry first. */
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import type { CreditLedgerApiArg } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';
import { eventsOf, sinceOf, type LedgerEntry, type LedgerFilters } from './ledger-entry';

const { useLazyCreditLedgerQuery } = api;

const PAGE = 50;

interface Page {
  entries: readonly LedgerEntry[];
  /** Where the next page starts; null after the last. */
  next: number | null;
}

interface Reading {
  currentData?: Page;
  error?: unknown;
  isFetching: boolean;
}

/** The server's parameters, except for pages. */
export function useLedgerWindow({ kind, period, session }: LedgerFilters): CreditLedgerApiArg {
  const { sub: userId } = useUser();
  const [now] = useState(() => Date.now());
  const events = eventsOf(kind);
  const since = sinceOf(period, now);
  return {
    userId,
    order: 'newest',
    ...(events === null ? {} : { events: events.join(',') }),
    ...(since === null ? {} : { since }),
    ...(session === null ? {} : { sessionId: session }),
  };
}

/** For one window: use a new key for another one. */
export function useLedger(wanted: CreditLedgerApiArg) {
  const [ask] = useLazyCreditLedgerQuery();
  const [reading, setReading] = useState<Reading>({ isFetching: true });
  const window = useRef(wanted);
  const alive = useRef(true);

  const read = useCallback(
    async (before: Page | null) => {
      const place = before?.next ?? null;
      const { data, error } = await ask({
        ...window.current,
        limit: PAGE,
        ...(place === null ? {} : { before: place }),
      });
      if (!alive.current) return;
      setReading((last) =>
        data === undefined
          ? { ...last, error, isFetching: false }
          : {
              currentData: {
                entries: [...(before?.entries ?? []), ...data.entries],
                next: data.next_before ?? null,
              },
              isFetching: false,
            },
      );
    },
    [ask],
  );
  useEffect(() => {
    alive.current = true;
    void read(null);
    return () => {
      alive.current = false;
    };
  }, [read]);

  const again = (before: Page | null) => {
    setReading((last) => ({ ...last, error: undefined, isFetching: true }));
    void read(before);
  };
  return {
    ...reading,
    refetch: () => {
      again(null);
    },
    loadOlder: () => {
      again(reading.currentData ?? null);
    },
  };
}
