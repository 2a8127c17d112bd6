/** Saves all rows of a session to My Companies, some hundred at a time to show progress. */
import { useState } from 'react';
import type { ApiError } from '@/shared/api/api-error';
import type { SavedRow } from '@/shared/api/generated';
import { useAuth } from '@/shared/auth/auth-context';
import { useSaveCompaniesMutation } from '@/shared/companies/companies-api';

export const ROWS_AT_ONCE = 500;

const REFUSED = 'My Companies is a Business Tier feature.';
const FAILED = 'Failed to save companies. Please try again.';

export interface SaveState {
  done: number;
  total: number;
  running: boolean;
  saved: number;
  alreadyExisted: number;
  failed: SavedRow[];
  /** Why it ended early, for the user. */
  broken: string | null;
}

export interface SaveAll {
  state: SaveState | null;
  /** All rows, in this order if given. */
  start: (order?: readonly number[]) => Promise<void>;
}

export function useSaveAll(sessionKey: string | null, total: number): SaveAll {
  const { user } = useAuth();
  const [send] = useSaveCompaniesMutation();
  const [state, setState] = useState<SaveState | null>(null);

  const start = async (order?: readonly number[]) => {
    if (sessionKey === null) return;
    let now: SaveState = {
      done: 0,
      total,
      running: true,
      saved: 0,
      alreadyExisted: 0,
      failed: [],
      broken: null,
    };
    const show = (changes: Partial<SaveState>) => {
      now = { ...now, ...changes };
      setState(now);
    };
    show({});
    for (const rows of partsOf(total, order)) {
      try {
        const answer = await send({
          saveCompanies: { session_id: sessionKey, user_id: user?.sub ?? null, rows },
        }).unwrap();
        show({
          done: now.done + rows.length,
          saved: now.saved + answer.saved,
          alreadyExisted: now.alreadyExisted + answer.already_existed,
          failed: [...now.failed, ...answer.results.filter(({ success }) => !success)],
        });
      } catch (failure) {
        const { status } = failure as Partial<ApiError>;
        show({ broken: status === 403 ? REFUSED : FAILED });
        break;
      }
    }
    show({ running: false });
  };

  return { state, start };
}

/** The rows of each call. Without an order the last rows go first: lists start with the newest. */
function partsOf(total: number, order?: readonly number[]): number[][] {
  const all = Array.from({ length: total }, (_, row) => row);
  const rows = order === undefined ? all : [...new Set([...order, ...all])];
  const parts = Array.from({ length: Math.ceil(total / ROWS_AT_ONCE) }, (_, part) =>
    rows.slice(part * ROWS_AT_ONCE, (part + 1) * ROWS_AT_ONCE),
  );
  return order === undefined ? parts.reverse() : parts;
}
