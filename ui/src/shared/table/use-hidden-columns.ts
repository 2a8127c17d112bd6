import { useState } from 'react';
import { readStored, writeStored } from '@/shared/lib/browser-storage';

/**
 * Which columns of a table are hidden, kept in this browser under the table's name. Columns that come
 * later (more facts, another version) are shown.
 */
export function useHiddenColumns(
  table: string,
  atFirst: readonly string[] = [],
): [ReadonlySet<string>, (hidden: ReadonlySet<string>) => void] {
  const key = `demandatlas_columns_${table}`;
  const [hidden, setHidden] = useState<ReadonlySet<string>>(() => {
    const stored = readStored(key);
    return new Set(Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : atFirst);
  });
  const choose = (next: ReadonlySet<string>) => {
    setHidden(next);
    writeStored(key, [...next]);
  };
  return [hidden, choose];
}

/** The name of a table whose columns each user chooses alone. It stays in the browser, so it does not name the user. */
export function ofUser(table: string, userId: string): string {
  // FNV-1a: told apart, not hidden from those who know the id.
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(userId)) hash = Math.imul(hash ^ unit, 0x01000193);
  return `${table}_${(hash >>> 0).toString(36)}`;
}
