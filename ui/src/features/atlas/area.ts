/** An area of the map with its figures, as the server sends them. */
import type { AtlasArea, AtlasBody, AtlasTracts, SavedInCounty } from '@/shared/api/generated';
import type { CountyPlace } from '@/shared/map/use-shapes';

/** How surely an area has room for more, or is crowded. */
export type Sureness = 'under' | 'over' | 'usual' | 'unknown';

export const SIGNS: Record<Sureness | 'none', { sign: string; text: string }> = {
  under: { sign: '▲', text: 'Room for more' },
  over: { sign: '▼', text: 'Crowded' },
  usual: { sign: '≈', text: 'About as usual' },
  unknown: { sign: '?', text: "Can't tell" },
  none: { sign: '–', text: 'No data' },
};

export interface Figures {
  /** Businesses now: equal where published; 0 to 2, or a sum from to, where a part is not. */
  low: number | null;
  high: number | null;
  /** What a place like this usually has. */
  usual: number | null;
  /** 100 is usual; with its 80 % interval. */
  index: number | null;
  indexLow: number | null;
  indexHigh: number | null;
  /** Missing, or below zero too many. */
  gap: number | null;
  /** The probability that it has less than usual. */
  under: number | null;
  sureness: Sureness;
}

export interface Area extends Figures {
  /** The county's or the tract's code. */
  id: string;
  name: string;
  /** The state's two letters. */
  state: string;
  population: number | null;
  /** In the listings, where these are whole. */
  listed: number | null;
  /** Listings and census differ by more than two times. */
  disagree: boolean;
  /** The user's saved companies. */
  saved: number;
  /** Businesses that the user knows beside them. */
  known: number;
  /** Here or in another area the user knows some beside the saved ones: one word for all areas. */
  knowsOthers: boolean;
  /** Why it has no figures. */
  missing: string | null;
}

/** One value of a row, or null where the column has none for the area. */
type Cell = AtlasBody['rows'][number][number];
type Row = (column: string) => Cell;

/** The rows of an answer, each read by its columns. */
function rowsOf({ columns, rows }: { columns: readonly string[]; rows: readonly Cell[][] }): Row[] {
  const at = new Map(columns.map((column, index) => [column, index]));
  return rows.map((row) => (column) => row[at.get(column) ?? -1] ?? null);
}

function numberOf(cell: Cell): number | null {
  return typeof cell === 'number' ? cell : null;
}

function figuresOf(row: Row): Figures {
  const sureness = row('class');
  return {
    low: numberOf(row('low')),
    high: numberOf(row('high')),
    usual: numberOf(row('usual')),
    index: numberOf(row('index')),
    indexLow: numberOf(row('index_low')),
    indexHigh: numberOf(row('index_high')),
    gap: numberOf(row('gap')),
    under: numberOf(row('p_under')),
    sureness: sureness === 'under' || sureness === 'over' || sureness === 'usual' ? sureness : 'unknown',
  };
}

const NO_FIGURES: Figures = {
  low: null,
  high: null,
  usual: null,
  index: null,
  indexLow: null,
  indexHigh: null,
  gap: null,
  under: null,
  sureness: 'unknown',
};

/** The counties of an answer, those without data last. */
export function countiesOf(
  answer: AtlasBody,
  places: ReadonlyMap<string, CountyPlace>,
  own: ReadonlyMap<string, SavedInCounty>,
): Area[] {
  const knowsOthers = [...own.values()].some(({ known }) => known > 0);
  const about = (id: string) => ({
    id,
    name: places.get(id)?.name ?? id,
    state: places.get(id)?.state ?? '',
    saved: own.get(id)?.companies ?? 0,
    known: own.get(id)?.known ?? 0,
    knowsOthers,
  });
  const known = rowsOf(answer).map((row): Area => ({
    ...about(String(row('fips'))),
    ...figuresOf(row),
    population: numberOf(row('population')),
    listed: numberOf(row('listed')),
    disagree: row('disagree') === true,
    missing: null,
  }));
  const missing = answer.missing.map(({ fips, reason }): Area => ({
    ...about(fips),
    ...NO_FIGURES,
    population: null,
    listed: null,
    disagree: false,
    missing: reason,
  }));
  return [...known, ...missing];
}

/** The neighborhoods of a state. What each can reach stands for its number of businesses. */
export function tractsOf(answer: AtlasTracts, places: ReadonlyMap<string, CountyPlace>): Area[] {
  return rowsOf(answer).map((row): Area => {
    const id = String(row('tract'));
    const reach = numberOf(row('reach'));
    return {
      ...NO_FIGURES,
      id,
      name: [`Neighborhood ${tractNumber(id)}`, places.get(id.slice(0, 5))?.name].join(', '),
      state: answer.state,
      population: numberOf(row('population')),
      low: reach,
      high: reach,
      index: numberOf(row('index')),
      listed: null,
      disagree: false,
      saved: 0,
      known: 0,
      knowsOthers: false,
      missing: null,
    };
  });
}

/** "9702.01": the Census Bureau's own number within the county. */
function tractNumber(id: string): string {
  const [whole, part] = [Number(id.slice(5, 9)), id.slice(9)];
  return part === '00' ? String(whole) : `${whole}.${part}`;
}

/** The states as areas, where a kind is too rare to tell its counties apart. */
export function statesOf(
  answer: AtlasBody,
  named: ReadonlyMap<string, { id: string; name: string }>,
): Area[] {
  return answer.states.flatMap(({ state, index }): Area[] => {
    const place = named.get(state);
    return place === undefined
      ? []
      : [
          {
            ...NO_FIGURES,
            ...place,
            state: '',
            index,
            population: null,
            listed: null,
            disagree: false,
            saved: 0,
            known: 0,
            knowsOthers: false,
            missing: null,
          },
        ];
  });
}

export interface KindFigures extends Figures {
  kind: string;
  title: string;
  countedAs: string | null;
  /** Kinds that are counted as the same, so that their figures are these. */
  also: readonly string[];
}

/** One county's kinds of business, most missing first. */
export function kindsOf(answer: AtlasArea): KindFigures[] {
  return rowsOf(answer).map((row) => {
    const countedAs = row('counted_as');
    return {
      ...figuresOf(row),
      kind: String(row('kind')),
      title: String(row('title')),
      countedAs: typeof countedAs === 'string' ? countedAs : null,
      also: [],
    };
  });
}

/** Kinds that are counted as the same stand together, under the first. */
export function together(kinds: readonly KindFigures[]): KindFigures[] {
  const byCount = new Map<string, KindFigures>();
  for (const kind of kinds) {
    const key = kind.countedAs ?? kind.kind;
    const first = byCount.get(key);
    byCount.set(key, first === undefined ? kind : { ...first, also: [...first.also, kind.kind] });
  }
  return [...byCount.values()];
}
