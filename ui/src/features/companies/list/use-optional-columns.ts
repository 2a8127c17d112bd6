/** The optional columns this user chose, kept in this browser. */
import { useMemo, useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { useFields } from '@/shared/facts/field-book';
import { readStored, writeStored } from '@/shared/lib/browser-storage';
import { ofUser } from '@/shared/table/use-hidden-columns';
import type { Filters } from '../companies-address';
import { listColumns, optionalColumns, OWN_IDS, type CompanyColumn } from './company-columns';

export interface OptionalColumns {
  columns: CompanyColumn[];
  hidden: ReadonlySet<string>;
  setHidden: (hidden: ReadonlySet<string>) => void;
  /** The fields to request; null until the available ones are known. */
  fields: string[] | null;
}

export function useOptionalColumns(filters: Filters): OptionalColumns {
  const { sub: userId } = useUser();
  const { book, loading } = useFields();
  const key = `demandatlas_columns_${ofUser('companies', userId)}`;
  const [chosen, setChosen] = useState<readonly string[]>(() => {
    const stored = readStored(key);
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  });
  return useMemo(() => {
    const optional = optionalColumns(book);
    // Filtered columns are visible.
    const forced = [...(filters.due ? ['follow_up_date'] : []), ...(filters.tag.length > 0 ? ['tags'] : [])];
    const shown = new Set([...chosen, ...forced]);
    const fields = optional.map(({ id }) => id).filter((id) => shown.has(id) && !OWN_IDS.has(id));
    return {
      columns: listColumns(optional),
      hidden: new Set(optional.map(({ id }) => id).filter((id) => !shown.has(id))),
      setHidden: (hidden) => {
        const ids = optional.map(({ id }) => id);
        // Fields unknown for now, because they could not be loaded, stay chosen.
        const unknown = chosen.filter((id) => !ids.includes(id));
        const kept = ids.filter((id) => !hidden.has(id) && (!forced.includes(id) || chosen.includes(id)));
        const next = [...kept, ...unknown];
        setChosen(next);
        writeStored(key, next);
      },
      fields: loading && chosen.some((id) => !OWN_IDS.has(id)) ? null : fields,
    };
  }, [book, loading, chosen, filters.due, filters.tag.length, key]);
}
