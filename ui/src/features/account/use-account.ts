/**
 * A business with all its facts: from the rows of its session; as the server has it by itself where these are gone, and where
 * its facts were looked up anew after it was saved.
 */
import type { GetJobResultApiResponse, ResultRow, Sources } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';
import { useGetBusinessDataQuery, useGetJobResultQuery } from './account-api';

export interface LoadedAccount {
  row: ResultRow;
  answer: Sources;
  /** Why the row says less than it did; null where it says all. */
  note: string | null;
}

export interface AccountQuery {
  loaded: LoadedAccount | undefined;
  /** Why it is not here; undefined while it loads. */
  failure: unknown;
  retry: () => void;
}

/** Its search may have gone on, or been enriched, since it was last here; what is shown stays until the answer. */
const FRESH = { refetchOnMountOrArgChange: true, refetchOnFocus: true, refetchOnReconnect: true };

/** A saved company is there even where its session's rows are gone. */
export function useAccountQuery(sessionKey: string, rowIdx: number): AccountQuery {
  const { sub: userId } = useUser();
  const shared = useGetJobResultQuery({ jobId: sessionKey, offset: rowIdx, limit: 1, form: 'rows' }, FRESH);
  const found = shared.currentData === undefined ? null : rowOf(shared.currentData, rowIdx);
  // It stays so while the rows are asked for anew.
  const isMissing = found === null && (shared.currentData !== undefined || shared.error !== undefined);
  const own = useGetBusinessDataQuery({ sessionKey, rowIdx, userId }, FRESH);
  const retry = () => {
    void shared.refetch();
    void own.refetch();
  };
  const { currentData, error, isFetching } = own;
  if (found !== null && currentData?.looked_up_anew !== true) {
    return { loaded: found, failure: undefined, retry };
  }
  if (currentData !== undefined && (isMissing || found !== null)) {
    const { data: row, note = null } = currentData;
    return { loaded: { row, answer: currentData, note }, failure: undefined, retry };
  }
  return { loaded: undefined, failure: isFetching || !isMissing ? undefined : error, retry };
}

function rowOf({ result }: GetJobResultApiResponse, rowIdx: number): LoadedAccount | null {
  if (!('results' in result)) return null;
  const row = result.results.find((each) => each.row_idx === rowIdx);
  return row === undefined ? null : { row, answer: result, note: null };
}
