/** Where the figures of an area come from, for the popover of each. */
import type { AtlasSource } from '@/shared/api/generated';
import type { FactExplanation } from '@/shared/facts/explain-fact';

export type FigureName =
  'now' | 'saved' | 'rate' | 'listed' | 'usual' | 'gap' | 'index' | 'leakage' | 'sure' | 'population';

const FIGURES: Record<FigureName, { label: string; description: string; source: string | null }> = {
  now: {
    label: 'Businesses now',
    description: 'As published. The table leaves out fewer than 3: then it is 0, 1 or 2.',
    source: 'businesses',
  },
  saved: { label: 'Yours', description: 'Your saved companies of this kind here.', source: null },
  rate: {
    label: 'Per 10,000',
    description: 'Businesses now for every 10,000 residents.',
    source: 'population',
  },
  listed: {
    label: 'In our listings',
    description: 'Where listings are whole for this kind.',
    source: 'listings',
  },
  usual: {
    label: 'Usual here',
    description: 'How many a place of such people, incomes and density usually has.',
    source: 'businesses',
  },
  gap: {
    label: 'Missing',
    description: 'Usual here less businesses now, as far as sure.',
    source: 'businesses',
  },
  index: {
    label: 'Index',
    description: 'Supply against demand; 100 is usual. The interval holds it with 80%.',
    source: 'businesses',
  },
  leakage: {
    label: 'Leakage',
    description: '100 · (1 − i) / (1 + i) of index i. Above zero demand exceeds supply.',
    source: 'businesses',
  },
  sure: {
    label: 'Sure',
    description: 'The probability that the place has less, or more, than usual.',
    source: 'businesses',
  },
  population: { label: 'Residents', description: 'As published.', source: 'population' },
};

export function labelOf(name: FigureName): string {
  return FIGURES[name].label;
}

/** A line of a file about itself: what a source gives, and where it is from. */
export function sourceLine({ what, title, vintage, publisher, licence }: AtlasSource): [string, string] {
  return [`Source of ${what}`, [title, vintage, publisher, ...(licence == null ? [] : [licence])].join(', ')];
}

/** A source is found by what it gives; computed figures name the first. */
export function explainFigure(
  name: FigureName,
  place: string,
  sources: readonly AtlasSource[],
): FactExplanation {
  const { label, description, source: what } = FIGURES[name];
  const source = what === null ? undefined : (sources.find((one) => one.what === what) ?? sources[0]);
  return {
    label,
    description,
    level: place,
    publisher: null,
    title: source?.title ?? (what === null ? 'My Companies' : null),
    vintage: source?.vintage ?? null,
    licence: source?.licence ?? null,
  };
}
