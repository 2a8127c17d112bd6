/** What the map can show: each measure with its colors and the fixed breaks between them, so that maps compare. */
import { formatNumber } from '@/shared/lib/format';
import type { MapColor } from '@/shared/map/colors';
import { leakageOf, perText, ratesOf } from './figures';
import type { Area } from './area';

export type Question = 'sell' | 'open';
export type MeasureId = 'now' | 'rate' | 'room' | 'gap' | 'usual' | 'index';

export interface Scale {
  /** The names of the colors, one more than breaks. */
  colors: readonly MapColor[];
  breaks: readonly number[];
  /** Under the steps, one each, or under the breaks between them. */
  labels: { of: 'steps' | 'breaks'; texts: readonly string[] };
  /** What both ends mean. */
  ends?: readonly [string, string];
}

interface Measure {
  id: MeasureId;
  question: Question;
  label: string;
  valueOf: (area: Area) => number | null;
  /** By the nation's figure per 10,000 residents. */
  scale: (perTenThousand: number) => Scale;
  /** Areas that cannot be told are hatched. */
  tells: boolean;
}

const BLUES: readonly MapColor[] = ['blue-1', 'blue-2', 'blue-3', 'blue-4', 'blue-5'];
/** From crowded to room. */
const DIVERGING: readonly MapColor[] = [
  'crowded-3',
  'crowded-2',
  'crowded-1',
  'middle',
  'room-1',
  'room-2',
  'room-3',
];

const COUNTS: Scale = {
  colors: BLUES,
  breaks: [3, 10, 30, 100],
  labels: { of: 'steps', texts: ['0–2', '3–9', '10–29', '30–99', '100+'] },
};
const USUAL: Scale = {
  colors: BLUES,
  breaks: [3, 10, 30, 100],
  labels: { of: 'breaks', texts: ['3', '10', '30', '100'] },
};
const LEAKAGE = signed([-30, -15, -5, 5, 15, 30], ['crowded', 'room']);
const GAP = signed([-20, -5, -1, 1, 5, 20], ['too many', 'missing']);
const INDEX: Scale = {
  colors: DIVERGING.toReversed(),
  breaks: [54, 74, 90, 111, 135, 186],
  labels: { of: 'breaks', texts: ['54', '74', '90', '111', '135', '186'] },
  ends: ['room', 'crowded'],
};

function signed(breaks: readonly number[], ends: readonly [string, string]): Scale {
  const texts = breaks.map((at) => formatNumber(at));
  return { colors: DIVERGING, breaks, labels: { of: 'breaks', texts }, ends };
}

/** Half, three quarters, five quarters and twice the nation's. */
const TIMES_THE_NATION = [0.5, 0.75, 1.25, 2];

function rates(nation: number): Scale {
  const breaks = TIMES_THE_NATION.map((times) => times * nation);
  return { colors: BLUES, breaks, labels: { of: 'breaks', texts: breaks.map(perText) } };
}

const middle = ([low, high]: readonly [number, number]) => (low + high) / 2;

export const MEASURES: readonly Measure[] = [
  {
    id: 'now',
    question: 'sell',
    label: 'Businesses now',
    valueOf: ({ low, high }) => (low === null || high === null ? null : middle([low, high])),
    scale: () => COUNTS,
    tells: false,
  },
  {
    id: 'rate',
    question: 'sell',
    label: 'Per 10,000 residents',
    valueOf: (area) => {
      const both = ratesOf(area);
      return both === null ? null : middle(both);
    },
    scale: rates,
    tells: false,
  },
  {
    id: 'room',
    question: 'open',
    label: 'Room for more',
    valueOf: leakageOf,
    scale: () => LEAKAGE,
    tells: true,
  },
  {
    id: 'gap',
    question: 'open',
    label: 'Missing or too many',
    valueOf: ({ gap }) => gap,
    scale: () => GAP,
    tells: true,
  },
  {
    id: 'usual',
    question: 'open',
    label: 'Usual for such places',
    valueOf: ({ usual }) => usual,
    scale: () => USUAL,
    tells: false,
  },
  {
    id: 'index',
    question: 'open',
    label: 'Index, usual is 100',
    valueOf: ({ index }) => index,
    scale: () => INDEX,
    tells: true,
  },
];

/** The measure of this name, else the question's first. */
export function measureOf(id: string | null, question: Question): Measure {
  const own = MEASURES.filter((measure) => measure.question === question);
  const chosen = own.find((measure) => measure.id === id) ?? own[0];
  if (chosen === undefined) throw new Error(`No measure answers ${question}.`);
  return chosen;
}

/** How an area is painted. */
export interface Paint {
  /** The name of a color. */
  color: MapColor;
  /** It cannot be told. */
  hatched: boolean;
  /** It is crowded: dots where color does not tell it, on paper for example. */
  dotted: boolean;
}

const NO_DATA: Paint = { color: 'none', hatched: false, dotted: false };
const UNKNOWN: Paint = { color: 'middle', hatched: true, dotted: false };

/** `sure` is false where nothing of the level can be told: sizes are shown all the same. */
export function paintOf(area: Area, measure: Measure, scale: Scale, sure: boolean): Paint {
  const value = measure.valueOf(area);
  if (value === null || area.missing !== null) return NO_DATA;
  if (measure.tells && sure && area.sureness === 'unknown') return UNKNOWN;
  const color = scale.colors[stepOf(value, scale.breaks)] ?? 'none';
  return { color, hatched: false, dotted: color.startsWith('crowded') };
}

/** Which step a value falls into: the number of breaks that it reaches. */
export function stepOf(value: number, breaks: readonly number[]): number {
  return breaks.filter((at) => value >= at).length;
}
