/** The quick filter over the loaded rows: every word must match. */
import { useDeferredValue, useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { useDebouncedText, type DebouncedText } from '@/shared/lib/use-debounced-text';
import { PREFERRED, type ResultRow } from './result-columns';

/** What is known to get in touch. */
export const CONTACTS = [
  { value: 'email', has: hasEmail },
  { value: 'phone', has: (row: ResultRow) => isThere(row.phone) },
  { value: 'website', has: (row: ResultRow) => isThere(row.website_read_at) },
] as const;
export type Contact = (typeof CONTACTS)[number]['value'];

function isThere(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

export function hasEmail(row: ResultRow): boolean {
  return isThere(row.emails_csv);
}

/** The rows with all of these. */
export function reachableRows(rows: readonly ResultRow[], wanted: readonly Contact[]): readonly ResultRow[] {
  const tests = CONTACTS.filter(({ value }) => wanted.includes(value));
  return tests.length === 0 ? rows : rows.filter((row) => tests.every(({ has }) => has(row)));
}

export function filteredRows(rows: readonly ResultRow[], filter: string): readonly ResultRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return rows;
  return rows.filter((row) => {
    const text = searchable(row);
    return words.every((word) => text.includes(word));
  });
}

/** Built once per row: rows are replaced, never changed. */
const texts = new WeakMap<ResultRow, string>();

function searchable(row: ResultRow): string {
  const known = texts.get(row);
  if (known !== undefined) return known;
  const text = PREFERRED.map((key) => row[key])
    .filter((value) => typeof value === 'string' || typeof value === 'number')
    .join(' ')
    .toLowerCase();
  texts.set(row, text);
  return text;
}

/** The filter of the rows: applied as it is typed, written to the address after a pause. */
export const FILTER_PARAM = 'filter';

/** The contact filter of the rows, kept in the address. */
export const CONTACT_PARAM = 'contact';

function useContactFilter(): [readonly Contact[], (wanted: readonly Contact[]) => void] {
  const [params, setParams] = useSearchParams();
  const named = params.getAll(CONTACT_PARAM);
  const wanted = CONTACTS.map(({ value }) => value).filter((value) => named.includes(value));
  const choose = (chosen: readonly Contact[]) => {
    setParams(
      (now) => {
        now.delete(CONTACT_PARAM);
        for (const value of chosen) now.append(CONTACT_PARAM, value);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  return [wanted, choose];
}

/** The rows that pass the text and the contact filter; `isFiltered` unless both are empty. */
export function useFilteredRows(rows: readonly ResultRow[]) {
  const filter = useRowFilter();
  const wanted = useDeferredValue(filter.text);
  const [contacts, chooseContacts] = useContactFilter();
  const named = contacts.join(' ');
  const found = useMemo(() => {
    const all = CONTACTS.map(({ value }) => value).filter((value) => named.split(' ').includes(value));
    return reachableRows(filteredRows(rows, wanted), all);
  }, [rows, wanted, named]);
  return { filter, contacts, chooseContacts, found, isFiltered: wanted.trim() !== '' || named !== '' };
}

function useRowFilter(): DebouncedText {
  const [params, setParams] = useSearchParams();
  return useDebouncedText(params.get(FILTER_PARAM) ?? '', (text) => {
    setParams(
      (now) => {
        if (text === '') now.delete(FILTER_PARAM);
        else now.set(FILTER_PARAM, text);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  });
}
