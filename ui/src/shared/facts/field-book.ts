/** What the installation's columns are, looked up by their name or by any other spelling of it. */
import type { Field, FieldGroup, FieldsBody, FieldTable } from '@/shared/api/generated';

export interface FieldBook {
  /** In the order of exported tables. */
  fields: readonly Field[];
  /** In the order of a company's page. */
  groups: readonly FieldGroup[];
  /** By its key, its label or an alternative spelling, whatever the case. */
  find: (spelling: string) => Field | undefined;
  groupLabel: (field: Field) => string;
  table: (id: string) => FieldTable | undefined;
}

/** By answer, so that a thousand cells share one book. */
const books = new WeakMap<FieldsBody, FieldBook>();

export function fieldBook(body: FieldsBody): FieldBook {
  const known = books.get(body);
  if (known !== undefined) return known;
  const book = makeBook(body);
  books.set(body, book);
  return book;
}

/** As spellings are compared. */
export function folded(spelling: string): string {
  return spelling.trim().toLowerCase();
}

/** Every name that a row may have the field under, the usual one first. */
export function spellingsOf({ key, label, aliases }: Field): string[] {
  return [key, label, ...aliases];
}

function makeBook({ fields, groups, tables }: FieldsBody): FieldBook {
  const bySpelling = new Map<string, Field>();
  // All keys go first: a key means its own field, even if another has the same word as an alias.
  for (const field of fields) bySpelling.set(folded(field.key), field);
  for (const field of fields) {
    for (const spelling of spellingsOf(field)) {
      if (!bySpelling.has(folded(spelling))) bySpelling.set(folded(spelling), field);
    }
  }
  const groupLabels = new Map(groups.map(({ key, label }) => [key, label]));
  const tablesById = new Map(tables.map((table) => [table.id, table]));
  return {
    fields,
    groups,
    find: (spelling) => bySpelling.get(folded(spelling)),
    groupLabel: ({ group }) => groupLabels.get(group) ?? group,
    table: (id) => tablesById.get(id),
  };
}
