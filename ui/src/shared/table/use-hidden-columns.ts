import { useState } from 'react';
import { readStored, writeStored } from '@/shared/lib/browser-storage';

/**
 * The hidden columns of a table, kept in this browser under the table's name. Columns added later (more facts, a new
 * version) are shown.
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

/** A table whose columns each user chooses. The name stays in the browser, so it does not identify the user. */
export function ofUser(table: string, userId: string): string {
  // FNV-1a: distinct, not secret from somebody who knows the id.
  let hash = 0x811c9dc5;
  for (const unit of new TextEncoder().encode(userId)) hash = Math.imul(hash ^ unit, 0x01000193);
  return `${table}_${(hash >>> 0).toString(36)}`;
}
