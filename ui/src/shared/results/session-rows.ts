/**
 * The rows of a session as far as they are loaded, in pages and by shown columns. In the end the browser has each
 * shown column of all rows, so it can sort the whole session without asking the server again.
 */
import type { GetJobResultApiResponse, Sources } from '@/shared/api/generated';
import { PREFERRED, type ResultRow } from './result-columns';

export interface SessionRows {
  /** The first rows, in the session's order. */
  rows: readonly ResultRow[];
  total: number;
  /** By column: how many rows, from the first, were requested. */
  fetched: Readonly<Record<string, number>>;
  /** The sources of the facts in all these rows. */
  sources: Sources;
}

export interface Results {
  sessionKey: string;
  session: SessionRows;
  /** Whether they are enriched, as far as credits allowed. */
  enriched: boolean;
  /** How many rows had facts at that time. */
  enrichedRows: number;
  sample: boolean;
  /** Its source's terms allow a list only: no map, file or print. */
  listOnly: boolean;
}

export interface PageRequest {
  columns: string[];
  offset: number;
  limit: number;
}

/**
 * Needed whatever columns are shown; the first page has only these. The county is a fact, so a row that has one names
 * its source.
 */
export const BASE_COLUMNS = [
  ...PREFERRED,
  'name_as_listed',
  'latitude',
  'longitude',
  'position_doubtful',
  'source',
  'licence',
  'sample',
  'yours',
  'website_read_at',
];

export const FIRST_PAGE = { columns: BASE_COLUMNS, offset: 0, limit: 200 } satisfies PageRequest;

/** A page of about this many cells keeps the table responsive while it loads. */
const CELLS_OF_A_PAGE = 30_000;
const FEWEST_ROWS = 250;
const MOST_ROWS = 5_000;

type Packed = Extract<GetJobResultApiResponse, { result: { rows: unknown } }>['result'];

export const NO_ROWS: SessionRows = {
  rows: [],
  total: 0,
  fetched: {},
  sources: { sources: [], source_sets: [] },
};

/** The page always asks for packed rows. */
export function packedResult({ result }: GetJobResultApiResponse): Packed {
  if (!('rows' in result)) throw new Error('The rows are not packed.');
  return result;
}

/** The next page of the wanted columns; null when all rows have them. */
export function nextPage(
  { rows, total, fetched }: SessionRows,
  wanted: readonly string[],
): PageRequest | null {
  const reached = (column: string) => fetched[column] ?? 0;
  const missing = wanted.filter((column) => reached(column) < total);
  if (missing.length === 0) return null;
  const offset = Math.min(...missing.map(reached));
  const columns = missing.filter((column) => reached(column) === offset);
  // Not beyond the columns loaded so far: a row without its name is no row.
  const others = missing.map(reached).filter((count) => count > offset);
  const room = Math.min(total, ...others, offset < rows.length ? rows.length : total) - offset;
  const most = Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, Math.floor(CELLS_OF_A_PAGE / columns.length)));
  return { columns, offset, limit: Math.min(room, most) };
}

/** What a page of rows says, whichever call returned it. */
type PackedPage = Pick<Packed, 'columns' | 'rows' | 'total' | 'sources' | 'source_sets'>;

export function withPage(
  session: SessionRows,
  { columns, offset }: PageRequest,
  page: PackedPage,
): SessionRows {
  const sets = new SetBook(session.sources, page);
  const rows = [...session.rows];
  for (const [at, values] of page.rows.entries()) {
    const row: ResultRow = { ...rows[offset + at] };
    const before = row.source_set;
    for (const [place, value] of values.entries()) {
      const name = page.columns[place];
      if (name !== undefined && value !== null && value !== undefined) row[name] = value;
    }
    const set: unknown = values[page.columns.indexOf('source_set')];
    if (typeof set === 'number') row.source_set = sets.joined(before, set);
    rows[offset + at] = row;
  }
  const end = offset + page.rows.length;
  const fetched = { ...session.fetched };
  // A short page is the last one.
  const reached = page.rows.length === 0 ? page.total : end;
  for (const column of columns) fetched[column] = Math.max(fetched[column] ?? 0, reached);
  // Asked for before the session grew, a page has an old total; one without rows is the end.
  const total = page.rows.length === 0 ? page.total : Math.max(session.total, page.total);
  return { rows, total, fetched, sources: sets.all };
}

/**
 * Each page numbers its sources itself. Here they get numbers valid for all pages, and a row whose columns came in
 * several pages gets a set with all their sources.
 */
class SetBook {
  readonly all: Sources;
  private readonly ids: number[];
  private readonly pairs = new Map<string, number>();

  constructor(
    known: Sources,
    private readonly page: Sources,
  ) {
    this.all = { sources: [...known.sources], source_sets: [...known.source_sets] };
    if (known.missing_sets !== undefined || page.missing_sets !== undefined) {
      this.all.missing_sets = known.source_sets.map((_, set) => known.missing_sets?.[set] ?? {});
    }
    const places = new Map(this.all.sources.map((source) => [keyOf(source), source.id]));
    this.ids = page.sources.map((source) => {
      const there = places.get(keyOf(source));
      if (there !== undefined) return there;
      const id = this.all.sources.length;
      this.all.sources.push({ ...source, id });
      return id;
    });
  }

  /** The number of the union of both sets. */
  joined(before: unknown, set: number): number {
    const pair = `${String(before)} ${set}`;
    const known = this.pairs.get(pair);
    if (known !== undefined) return known;
    const members = Object.entries(this.page.source_sets[set] ?? {});
    const added = members.map(([fact, id]) => [fact, this.ids[id] ?? id] as const);
    const there = typeof before === 'number' ? before : -1;
    const { source_sets: sources, missing_sets: reasons } = this.all;
    const wanted = { ...sources[there], ...Object.fromEntries(added) };
    const missing = { ...reasons?.[there], ...this.page.missing_sets?.[set] };
    const text = setText(wanted) + setText(missing);
    let number = sources.findIndex((each, at) => setText(each) + setText(reasons?.[at] ?? {}) === text);
    if (number < 0) {
      number = sources.length;
      sources.push(wanted);
      reasons?.push(missing);
    }
    this.pairs.set(pair, number);
    return number;
  }
}

function keyOf(source: Sources['sources'][number]): string {
  return JSON.stringify({ ...source, id: 0 });
}

function setText(set: Readonly<Record<string, number | string>>): string {
  return JSON.stringify(Object.entries(set).sort(([one], [other]) => (one < other ? -1 : 1)));
}
