/** Which columns beside the six somebody chose, kept in this browser for them alone. */
import { useMemo, useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { useFields } from '@/shared/facts/field-book';
import { readStored, writeStored } from '@/shared/lib/browser-storage';
import { ofUser } from '@/shared/table/use-hidden-columns';
import type { Filters } from '../companies-address';
import { listColumns, optionalColumns, OWN_IDS, type CompanyColumn } from './company-columns';

export interface OptionalColumns {
  /** All columns, in their order. */
  columns: CompanyColumn[];
  hidden: ReadonlySet<string>;
  setHidden: (hidden: ReadonlySet<string>) => void;
  /** The fields that the server is asked for; null while it is not known which there are. */
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
    // What is filtered by is seen.
    const forced = [...(filters.due ? ['follow_up_date'] : []), ...(filters.tag.length > 0 ? ['tags'] : [])];
    const shown = new Set([...chosen, ...forced]);
    const fields = optional.map(({ id }) => id).filter((id) => shown.has(id) && !OWN_IDS.has(id));
    return {
      columns: listColumns(optional),
      hidden: new Set(optional.map(({ id }) => id).filter((id) => !shown.has(id))),
      setHidden: (hidden) => {
        const ids = optional.map(({ id }) => id);
        // Fields that are not known now, since they could not be loaded, stay chosen.
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
