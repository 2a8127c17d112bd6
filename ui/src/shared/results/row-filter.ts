/** The quick filter over the loaded rows: every word must match. */
import { useSearchParams } from 'react-router';
import { useDebouncedText, type DebouncedText } from '@/shared/lib/use-debounced-text';
import { PREFERRED, type ResultRow } from './result-columns';

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

export function useRowFilter(): DebouncedText {
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
