/** A business with all its facts, as its session has it now; a saved one as it was kept, where the session's rows are gone. */
import { useMemo } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import type { FieldBook } from '@/shared/facts/field-book';
import type { Account } from './account';
import { useGetBusinessDataQuery } from './account-api';

export interface AccountQuery {
  account: Account | null;
  /** Why it is not here; undefined while it loads. */
  failure: unknown;
  retry: () => void;
}

/** Its search may have gone on, or been enriched, since it was last here; what is shown stays until the answer. */
const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true, refetchOnReconnect: true };

export function useAccountQuery(sessionKey: string, rowIdx: number, book: FieldBook | null): AccountQuery {
  const { sub: userId } = useUser();
  const query = useGetBusinessDataQuery({ sessionKey, rowIdx, userId }, FRESH);
  const { currentData, error, isFetching, refetch } = query;
  const account = useMemo(() => {
    if (currentData === undefined) return null;
    const { data: row, note = null } = currentData;
    return { sessionKey, rowIdx, row, book, answer: currentData, note };
  }, [currentData, sessionKey, rowIdx, book]);
  return { account, failure: isFetching ? undefined : error, retry: () => void refetch() };
}
