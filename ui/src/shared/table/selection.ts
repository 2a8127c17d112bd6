/** The selected rows, by id. */
export interface Selection {
  ids: ReadonlySet<string>;
  onChange: (ids: ReadonlySet<string>) => void;
}

export function withAll(ids: ReadonlySet<string>, more: readonly string[], selected: boolean): Set<string> {
  const next = new Set(ids);
  for (const id of more) {
    if (selected) next.add(id);
    else next.delete(id);
  }
  return next;
}

/** The state of the head's checkbox for these rows. */
export function selectionState(ids: ReadonlySet<string>, rows: readonly string[]): 'none' | 'some' | 'all' {
  const selected = rows.filter((id) => ids.has(id)).length;
  if (selected === 0) return 'none';
  return selected === rows.length ? 'all' : 'some';
}

/** The rows between two in their current order, for a Shift click. */
export function between(rows: readonly string[], from: string, to: string): string[] {
  const [start = -1, end = -1] = [rows.indexOf(from), rows.indexOf(to)].sort((a, b) => a - b);
  return start < 0 ? [to] : rows.slice(start, end + 1);
}
