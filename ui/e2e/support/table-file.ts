/** A CSV file that the browser was handed, as a spreadsheet reads it. */
import { readFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';

export interface TableFile {
  heads: string[];
  rows: string[][];
}

/** The file downloaded by `ask`. */
export async function downloadedTable(page: Page, ask: () => Promise<void>): Promise<TableFile> {
  const downloading = page.waitForEvent('download');
  await ask();
  const text = await readFile(await (await downloading).path(), 'utf8');
  expect(text.startsWith('\ufeff'), 'it says that it is UTF-8').toBe(true);
  const [heads = [], ...rows] = lines(text.slice(1));
  expect(rows.every((row) => row.length === heads.length)).toBe(true);
  return { heads, rows };
}

/** The values of a column. */
export function cellsUnder({ heads, rows }: TableFile, head: string): string[] {
  const place = heads.indexOf(head);
  expect(place, `${head} among ${heads.join(', ')}`).toBeGreaterThanOrEqual(0);
  return rows.map((row) => row[place] ?? '');
}

/** The heads of columns that no row fills. */
export function emptyColumns({ heads, rows }: TableFile): string[] {
  return heads.filter((_, place) => rows.every((row) => row[place] === ''));
}

function lines(text: string): string[][] {
  const cells = text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\n]*))(,|\n)/g);
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = '', end] of cells) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === '\n') {
      rows.push(row);
      row = [];
    }
  }
  return rows;
}
