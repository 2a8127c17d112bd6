/**
 * The ledger, newest entry first, for the Ledger tab. The server pages it oldest first, so it is read whole and
 * turned round here; nothing outside this file knows that.
 */
import { useCallback, useEffect, useState } from 'react';
import { api } from '@/shared/api/api';
import { useUser } from '@/shared/auth/auth-context';
import { filtered, type LedgerEntry, type LedgerFilters } from './ledger-entry';

const { useLazyCreditLedgerQuery } = api;

const READ_AT_ONCE = 1_000;
export const SHOWN_AT_ONCE = 50;

interface Reading {
  currentData?: LedgerEntry[] | undefined;
  error?: unknown;
  isFetching: boolean;
}

/** Every entry of the account, newest first. */
export function useWholeLedger() {
  const { sub: userId } = useUser();
  const [ask] = useLazyCreditLedgerQuery();
  const [reading, setReading] = useState<Reading>({ isFetching: true });
  const [asked, setAsked] = useState(0);

  useEffect(() => {
    let wanted = true;
    const read = async () => {
      const entries: LedgerEntry[] = [];
      for (let after = 0; ;) {
        const { data, error } = await ask({ userId, after, limit: READ_AT_ONCE });
        if (!wanted) return;
        if (data === undefined) {
          setReading((before) => ({ ...before, error, isFetching: false }));
          return;
        }
        entries.push(...data.entries);
        if (data.next_after === undefined || data.next_after === null) break;
        after = data.next_after;
      }
      setReading({ currentData: entries.reverse(), isFetching: false });
    };
    void read();
    return () => {
      wanted = false;
    };
  }, [ask, userId, asked]);

  const refetch = useCallback(() => {
    setReading((before) => ({ ...before, error: undefined, isFetching: true }));
    setAsked((times) => times + 1);
  }, []);
  return { ...reading, refetch };
}

/** What the filters leave of it, some at a time. */
export function usePagesOf(entries: readonly LedgerEntry[], filters: LedgerFilters) {
  const [now] = useState(() => Date.now());
  const [pages, setPages] = useState(1);
  const left = filtered(entries, filters, now);
  return {
    shown: left.slice(0, pages * SHOWN_AT_ONCE),
    more: left.length > pages * SHOWN_AT_ONCE,
    loadOlder: () => {
      setPages((count) => count + 1);
    },
  };
}
