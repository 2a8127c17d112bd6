/** Which rows are selected, by their ids. */
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

/** How the box in the head stands over these rows. */
export function selectionState(ids: ReadonlySet<string>, rows: readonly string[]): 'none' | 'some' | 'all' {
  const selected = rows.filter((id) => ids.has(id)).length;
  if (selected === 0) return 'none';
  return selected === rows.length ? 'all' : 'some';
}

/** The rows from one to another in their present order, for a click with Shift. */
export function between(rows: readonly string[], from: string, to: string): string[] {
  const [start = -1, end = -1] = [rows.indexOf(from), rows.indexOf(to)].sort((a, b) => a - b);
  return start < 0 ? [to] : rows.slice(start, end + 1);
}
