/** CSV as spreadsheets read it (RFC 4180). No text of ours is taken for a formula. */

type CsvCell = string | number | null;

/** What a spreadsheet runs, as the server's files have it; a number with a sign is a number. */
const FORMULA_START = /^[ \u00a0\u3000]*[=+\-@\t\r\n\0＝＋－＠]/;
const NEEDS_QUOTES = /[",\r\n]/;

export function csvText(rows: readonly (readonly CsvCell[])[]): string {
  return rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
}

function cellText(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  const safe = FORMULA_START.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
