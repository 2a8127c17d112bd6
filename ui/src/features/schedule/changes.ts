/** The changes of a run: fetched in pages, as lines of a table and as points on a map. */
import { useMemo } from 'react';
import type { MonitorBody, MonitorChange, MonitorRun } from '@/shared/api/generated';
import { WATCHED_FIELDS, watchedText } from '@/shared/companies/watched-fields';
import { positionOf, type MapPoint, type MarkerLook, type Position } from '@/shared/map/map-point';
import { useChangePagesInfiniteQuery, type ChangeKind } from './monitors-api';

export const KINDS: readonly { kind: ChangeKind; label: string }[] = [
  { kind: 'new', label: 'New' },
  { kind: 'changed', label: 'Changed' },
  { kind: 'gone', label: 'Gone' },
];

/** The changes of a kind, as far as they are loaded; `changes` is undefined before the first page. */
function useChangesOfKind({ id }: MonitorBody, sessionKey: string, run: MonitorRun, kind: ChangeKind) {
  const query = useChangePagesInfiniteQuery({ monitorId: id, sessionKey, kind }, { skip: run[kind] === 0 });
  const { currentData } = query;
  const changes = useMemo(() => currentData?.pages.flatMap((page) => page.changes), [currentData]);
  return { query, changes };
}

export function useChanges(monitor: MonitorBody, sessionKey: string, run: MonitorRun) {
  return {
    new: useChangesOfKind(monitor, sessionKey, run, 'new'),
    changed: useChangesOfKind(monitor, sessionKey, run, 'changed'),
    gone: useChangesOfKind(monitor, sessionKey, run, 'gone'),
  };
}

export type RunChanges = ReturnType<typeof useChanges>;

/** A line of the table of what changed: one field, or that it moved. */
export interface ChangedLine {
  id: string;
  change: MonitorChange;
  field: string;
  /** Undefined where there was, or is, nothing. */
  before: string | undefined;
  after: string | undefined;
}

export function changedLines(changes: readonly MonitorChange[]): ChangedLine[] {
  return changes.flatMap((change) => [
    ...fieldsOf(change).map((line) => ({ ...line, id: lineId(change, line.field), change })),
    ...(change.moved == null
      ? []
      : [{ id: lineId(change, MOVED), change, field: MOVED, before: undefined, after: undefined }]),
  ]);
}

/** The field of a business that moved. */
export const MOVED = WATCHED_FIELDS.position;

export function fieldsOf({ fields = [] }: MonitorChange): Pick<ChangedLine, 'field' | 'before' | 'after'>[] {
  return fields.map(({ field, before, after }) => ({
    field: WATCHED_FIELDS[field],
    before: watchedText(field, before),
    after: watchedText(field, after),
  }));
}

const lineId = (change: MonitorChange, field: string) => `${pointId('changed', change)} ${field}`;

export function pointId(kind: ChangeKind, { n }: MonitorChange): string {
  return `${kind}-${n}`;
}

/** The point of a row of any of the tables. */
export function pointOfRow(rowId: string): string {
  return rowId.split(' ')[0] ?? rowId;
}

const LOOKS: Record<ChangeKind, MarkerLook> = {
  new: { fill: '#1e7a45', letter: '+' },
  changed: { fill: '#1f63c4', letter: '~' },
  gone: { fill: '#5f6a66', letter: '−' },
};

export interface ChangePoint extends MapPoint {
  kind: ChangeKind;
  change: MonitorChange;
}

export function changePoints(kind: ChangeKind, changes: readonly MonitorChange[]): ChangePoint[] {
  return changes.map((change) => ({
    id: pointId(kind, change),
    name: nameOf(change),
    detail: placeOf(change),
    position: positionOf(change.latitude, change.longitude),
    look: LOOKS[kind],
    kind,
    change,
  }));
}

/** The ways of those that moved. */
export function movedLines(changes: readonly MonitorChange[]): Position[][] {
  return changes.flatMap(({ moved, latitude, longitude }) => {
    const from = positionOf(moved?.from[0], moved?.from[1]);
    const to = positionOf(latitude, longitude);
    return from === null || to === null ? [] : [[from, to]];
  });
}

export function nameOf({ name }: MonitorChange): string {
  return name.trim() === '' ? 'Unnamed business' : name;
}

export function placeOf({ address, city }: MonitorChange): string | undefined {
  const parts = [address, city].filter((part) => part != null && part !== '');
  return parts.length === 0 ? undefined : parts.join(', ');
}
