/** The changes of a run as a file: a line for each changed field, with what it was and is; one for what is new or gone. */
import { errorMessage } from '@/shared/api/api-error';
import { saveBlob } from '@/shared/api/download';
import type { MonitorBody, MonitorChange, MonitorRun } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';
import { csvText } from '@/shared/lib/csv';
import { formatPhone } from '@/shared/lib/format-phone';
import { changedLines, KINDS, MOVED, type ChangedLine } from './changes';
import { allChanges, type ChangeKind } from './monitors-api';
import { GONE } from './words';

interface Line extends Partial<Pick<ChangedLine, 'field' | 'before' | 'after'>> {
  kind: string;
  change: MonitorChange;
}

const COLUMNS: readonly [string, (line: Line) => string | number | null | undefined][] = [
  ['change', ({ kind }) => kind],
  ['name', ({ change }) => change.name],
  ['address', ({ change }) => change.address],
  ['city', ({ change }) => change.city],
  ['phone', ({ change: { phone } }) => (phone == null ? phone : formatPhone(phone))],
  ['website', ({ change }) => change.website],
  ['field', ({ field }) => field],
  ['before', ({ before }) => before],
  ['after', ({ after }) => after],
  ['gone', ({ change: { gone } }) => (gone == null ? gone : GONE[gone])],
  ['latitude', ({ change }) => change.latitude],
  ['longitude', ({ change }) => change.longitude],
];

/** Saves the changes of all kinds; returns why it could not, or null. */
export async function downloadChanges(
  dispatch: AppDispatch,
  { id }: MonitorBody,
  sessionKey: string,
  run: MonitorRun,
): Promise<string | null> {
  const lines: Line[] = [];
  try {
    for (const { kind, label } of KINDS) {
      if (run[kind] === 0) continue;
      const changes = await allChanges(dispatch, { monitorId: id, sessionKey, kind });
      lines.push(...linesOf(kind, label, changes));
    }
  } catch (failure) {
    return errorMessage(failure);
  }
  const name = `demandatlas-changes-${sessionKey.slice(0, 8)}.csv`;
  saveBlob(new Blob([changesCsv(lines)], { type: 'text/csv' }), name);
  return null;
}

function linesOf(kind: ChangeKind, label: string, changes: readonly MonitorChange[]): Line[] {
  if (kind !== 'changed') return changes.map((change) => ({ kind: label, change }));
  return changedLines(changes).map(({ change, field, before, after }) =>
    field === MOVED
      ? { kind: label, change, field, ...positions(change) }
      : { kind: label, change, field, before, after },
  );
}

function positions({ moved, latitude, longitude }: MonitorChange): Pick<ChangedLine, 'before' | 'after'> {
  return { before: moved?.from.join(', '), after: [latitude, longitude].join(', ') };
}

function changesCsv(lines: readonly Line[]): string {
  return csvText([
    COLUMNS.map(([name]) => name),
    ...lines.map((line) => COLUMNS.map(([, read]) => read(line) ?? null)),
  ]);
}
