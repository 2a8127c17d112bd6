/**
 * Changes many companies in calls of a thousand, one after another, with an undo and the names of those that failed.
 */
import { useState } from 'react';
import { errorDetail } from '@/shared/api/api-error';
import { MOST_CHANGES_AT_ONCE, type Changes } from '@/shared/companies/companies-api';
import { formatCounted } from '@/shared/lib/format';
import { useIsMounted } from '@/shared/lib/use-is-mounted';
import type { Outcome } from '@/shared/ui/BulkOutcome';
import { useUndoToast } from '@/shared/ui/Toast';

type Former = Record<string, string | null>;

export interface BulkAction {
  send: (ids: string[]) => Promise<Changes>;
  /** "Removed 3 companies." */
  done: (count: number) => string;
  /** Absent if it cannot be undone. */
  undo?: (ids: string[], former: Former) => Promise<Changes>;
}

interface Failure {
  name: string;
  message: string;
}

export interface Bulk {
  /** While it runs. */
  progress: { done: number; total: number } | null;
  outcome: Outcome | null;
  dismiss: () => void;
  /** Returns the changed ids. */
  run: (ids: readonly string[], action: BulkAction) => Promise<string[]>;
}

export function useBulk(nameOf: (id: string) => string): Bulk {
  const showToast = useUndoToast();
  const isMounted = useIsMounted();
  const [progress, setProgress] = useState<Bulk['progress']>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);

  const through = async (ids: readonly string[], send: (ids: string[]) => Promise<Changes>) => {
    const sum = {
      changed: [] as string[],
      failed: [] as Failure[],
      former: {} as Former,
      broken: null as string | null,
    };
    for (let first = 0; first < ids.length; first += MOST_CHANGES_AT_ONCE) {
      setProgress({ done: first, total: ids.length });
      try {
        const { changed, failed, former } = await send(ids.slice(first, first + MOST_CHANGES_AT_ONCE));
        sum.changed.push(...changed);
        sum.failed.push(...failed.map(({ company_id: id, message }) => ({ name: nameOf(id), message })));
        Object.assign(sum.former, former);
      } catch (failure) {
        sum.broken = errorDetail(failure);
        break;
      }
    }
    setProgress(null);
    return sum;
  };
  const tell = (failed: Failure[], broken: string | null, text: string | null) => {
    setOutcome(failed.length === 0 && broken === null && text === null ? null : { failed, broken, text });
  };

  const run: Bulk['run'] = async (ids, { send, done, undo }) => {
    setOutcome(null);
    const { changed, failed, former, broken } = await through(ids, send);
    const text = changed.length === 0 && (failed.length > 0 || broken !== null) ? null : done(changed.length);
    tell(failed, broken, undo === undefined || changed.length === 0 ? text : null);
    if (undo !== undefined && changed.length > 0) {
      showToast({
        text: done(changed.length),
        onUndo: async () => {
          const undone = await through(changed, (some) => undo(some, former));
          tell(undone.failed, undone.broken, null);
          return isMounted.current ? null : notUndone(undone.failed, undone.broken);
        },
      });
    }
    return changed;
  };

  return {
    progress,
    outcome,
    dismiss: () => {
      setOutcome(null);
    },
    run,
  };
}

/** What could not be restored, in one line. */
function notUndone(failed: readonly Failure[], broken: string | null): string | null {
  if (broken !== null) return `Not undone. ${broken}`;
  const [first] = failed;
  if (first === undefined) return null;
  const others =
    failed.length === 1 ? '' : ` ${formatCounted(failed.length - 1, 'other')} could not be restored either.`;
  return `Not undone: ${first.name}. ${first.message}${others}`;
}
