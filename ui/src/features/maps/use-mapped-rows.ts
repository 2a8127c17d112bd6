/** The rows of a map: those that came with the navigation, else the session's export. */
import { api } from '@/shared/api/api';
import { rowsOf, type MappedRow } from '@/shared/results/result-points';

export interface MappedRows {
  /** Undefined while they load, and where they could not be loaded. */
  rows: readonly MappedRow[] | undefined;
  error: unknown;
  fetching: boolean;
  tryAgain: () => void;
}

export function useMappedRows(sessionKey: string, brought: readonly MappedRow[] | null): MappedRows {
  const { data, error, isFetching, refetch } = api.useExportRowsQuery(
    { sessionKey, format: 'json' },
    // A job that runs delivers more, so what was fetched for an earlier visit may not be all.
    { skip: brought !== null, refetchOnMountOrArgChange: true },
  );
  return { rows: brought ?? rowsOf(data), error, fetching: isFetching, tryAgain: () => void refetch() };
}
