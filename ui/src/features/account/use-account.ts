/** A business of a session: its row with all facts, by the session's rows. */
import { api } from '@/shared/api/api';
import type { GetJobResultApiResponse, ResultRow, Sources } from '@/shared/api/generated';

export interface LoadedAccount {
  row: ResultRow;
  answer: Sources;
}

export function useAccountQuery(sessionKey: string, rowIdx: number) {
  return api.useGetJobResultQuery({ jobId: sessionKey, offset: rowIdx, limit: 1, form: 'rows' });
}

/** Null where the session has no such row. */
export function accountOf(answer: GetJobResultApiResponse, rowIdx: number): LoadedAccount | null {
  const { result } = answer;
  if (!('results' in result)) return null;
  const row = result.results.find((each) => each.row_idx === rowIdx);
  return row === undefined ? null : { row, answer: result };
}
