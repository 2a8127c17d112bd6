/** The installation's columns by their canonical names. */
import { useListFieldsQuery } from '@/shared/api/api';
import type { Field, FieldGroup, FieldsBody, FieldTable } from '@/shared/api/generated';

export interface FieldBook {
  /** In the order of exported tables. */
  fields: readonly Field[];
  /** In the order of a company's page. */
  groups: readonly FieldGroup[];
  find: (key: string) => Field | undefined;
  groupLabel: (field: Field) => string;
  table: (id: string) => FieldTable | undefined;
}

/** One book per answer, so that a thousand cells share it. */
const books = new WeakMap<FieldsBody, FieldBook>();

export function fieldBook(body: FieldsBody): FieldBook {
  const known = books.get(body);
  if (known !== undefined) return known;
  const book = makeBook(body);
  books.set(body, book);
  return book;
}

function makeBook({ fields, groups, tables }: FieldsBody): FieldBook {
  const byKey = new Map(fields.map((field) => [field.key, field]));
  const groupLabels = new Map(groups.map(({ key, label }) => [key, label]));
  const tablesById = new Map(tables.map((table) => [table.id, table]));
  return {
    fields,
    groups,
    find: (key) => byKey.get(key),
    groupLabel: ({ group }) => groupLabels.get(group) ?? group,
    table: (id) => tablesById.get(id),
  };
}

interface Fields {
  /** Null while it loads and when it could not be loaded: screens do without it. */
  book: FieldBook | null;
  loading: boolean;
  failed: boolean;
}

/** The descriptions of all fields, fetched once. */
export function useFields(): Fields {
  const { data, isLoading, isError } = useListFieldsQuery();
  return { book: data === undefined ? null : fieldBook(data), loading: isLoading, failed: isError };
}
