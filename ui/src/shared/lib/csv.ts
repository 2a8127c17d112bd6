/**
 * CSV that spreadsheets may open without harm. The rule is the server's own (the crate `formula-escaping`): a text
 * that a spreadsheet would run as a formula gets an apostrophe before it; numbers and phone numbers stay.
 */

/** Tells spreadsheets that the file is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** Some spreadsheets drop leading spaces, so what comes after them counts. */
const LIKE_A_FORMULA = /^[ \u00a0\u3000]*[=+\-@\t\r\n\0\uff1d\uff0b\uff0d\uff20]/;
const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** An amount or a phone number, with its extension: nothing in it can name a cell or a function. */
const AMOUNT = /^[\d +\-().,%$]*(?: (?:x|ext\. )\d*)?$/;
const NEEDS_QUOTES = /[",\r\n]/;

/** The cell, with an apostrophe before it where a spreadsheet would take it for a formula. */
export function escapedFormula(cell: string): string {
  if (!LIKE_A_FORMULA.test(cell)) return cell;
  const isNumber = NUMBER.test(cell) && Number.isFinite(Number(cell));
  return isNumber || AMOUNT.test(cell) ? cell : `'${cell}`;
}

export function csvText(rows: readonly (readonly string[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(csvCell).join(',')}\n`).join('');
}

function csvCell(text: string): string {
  const cell = escapedFormula(text);
  return NEEDS_QUOTES.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

const LONGEST_STEM = 60;

/** A file's name of somebody else's words: letters and digits, with hyphens between them. */
export function fileStem(text: string): string {
  const words = text.normalize('NFC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const stem = Array.from(words.join('-')).slice(0, LONGEST_STEM).join('');
  return stem.replace(/-$/, '') || 'business';
}
