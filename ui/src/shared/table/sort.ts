/**
 * The order of cells: numeric texts are numbers, what is missing is empty. Ascending, empty cells come
 * first, then numbers, then texts whatever their case.
 */
import { cellText } from './cell-text';

export interface Sort {
  /** The column's id. */
  column: string;
  direction: 'ascending' | 'descending';
}

export type SortKey = { kind: 'empty' } | { kind: 'number'; value: number } | { kind: 'text'; value: string };

const RANK = { empty: 0, number: 1, text: 2 } as const;
const COLLATOR = new Intl.Collator('en-US', { sensitivity: 'base' });

export function sortKey(value: unknown): SortKey {
  if (typeof value === 'number') {
    return Number.isFinite(value) ? { kind: 'number', value } : { kind: 'empty' };
  }
  const text = cellText(value).trim();
  if (text === '') return { kind: 'empty' };
  const number = typeof value === 'string' ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? { kind: 'number', value: number } : { kind: 'text', value: text };
}

export function compareKeys(left: SortKey, right: SortKey): number {
  if (left.kind === 'number' && right.kind === 'number') return left.value - right.value;
  if (left.kind === 'text' && right.kind === 'text') return COLLATOR.compare(left.value, right.value);
  return RANK[left.kind] - RANK[right.kind];
}

/** What a click on a column's head asks for: ascending, and descending where it is ascending already. */
export function nextSort(current: Sort | null, column: string): Sort {
  const turned = current?.column === column && current.direction === 'ascending';
  return { column, direction: turned ? 'descending' : 'ascending' };
}
