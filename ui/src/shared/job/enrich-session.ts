/** Asks for the facts of a session's rows, and again where that may help. */
import { api } from '@/shared/api/api';
import { isUnanswered, type ApiError } from '@/shared/api/api-error';
import type { EnrichApiResponse } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';
import { endedBy } from './ended-by';
import { pause } from './pause';
import { FIRST_PAGE } from '@/shared/results/session-rows';

/** After the rows are there. */
export const ENRICHMENT_DELAY_MS = 2_000;
const MOST_RETRIES = 5;
const FIRST_WAIT_MS = 2_000;
const MOST_WAIT_MS = 30_000;

type Enriched = Extract<EnrichApiResponse, { rows: unknown }>;

/**
 * The first page of the enriched rows; null where the answer is in no form that the page knows. Repeating the
 * call is harmless: a row is paid once. Throws what the last call failed with.
 */
export async function enrichSession(
  dispatch: AppDispatch,
  sessionKey: string,
  signal: AbortSignal,
  onRetry: (failure: ApiError, waitMs: number) => void,
): Promise<Enriched | null> {
  for (let retry = 0; ; retry += 1) {
    try {
      const answer: unknown = await endedBy(signal, () =>
        dispatch(
          api.endpoints.enrich.initiate(
            {
              form: 'packed',
              columns: FIRST_PAGE.columns.join(','),
              limit: FIRST_PAGE.limit,
              enrichSession: { sessionKey, format: 'json' },
            },
            { track: false },
          ),
        ),
      );
      return isPacked(answer) ? answer : null;
    } catch (failure) {
      if (signal.aborted || retry === MOST_RETRIES || !mayPass(failure)) throw failure;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** retry, MOST_WAIT_MS);
      onRetry(failure, waitMs);
      await pause(waitMs, signal);
    }
  }
}

function isPacked(answer: unknown): answer is Enriched {
  return (
    typeof answer === 'object' &&
    answer !== null &&
    'rows' in answer &&
    Array.isArray(answer.rows) &&
    'columns' in answer &&
    Array.isArray(answer.columns)
  );
}

/** Network errors, time-outs, the server's own failures, and that it answers too much already. */
function mayPass(failure: unknown): failure is ApiError {
  if (isUnanswered(failure)) return true;
  const status = (failure as Partial<ApiError> | null)?.status;
  return typeof status === 'number' && (status === 429 || status >= 500);
}
