/** Where the figures of an area come from, for the popover of each. */
import type { AtlasInput, AtlasSource } from '@/shared/api/generated';
import type { FactExplanation } from '@/shared/facts/explain-fact';

export type FigureName =
  'now' | 'yours' | 'rate' | 'listed' | 'usual' | 'gap' | 'index' | 'leakage' | 'sure' | 'demand';

/** By both, and by the model. */
const COMPUTED = 'businesses, people and incomes';

const FIGURES: Record<FigureName, { label: string; description: string; source: string | null }> = {
  now: {
    label: 'Businesses now',
    description: 'As published. The table leaves out fewer than 3: then it is 0, 1 or 2.',
    source: 'businesses',
  },
  yours: {
    label: 'Yours',
    description:
      'Your saved companies of this kind here, and those of your list that are found in our listings.',
    source: null,
  },
  rate: {
    label: 'Per 10,000',
    description: 'Businesses now for every 10,000 residents.',
    source: 'people and incomes',
  },
  listed: {
    label: 'In our listings',
    description: 'Where listings are whole for this kind.',
    source: 'listings',
  },
  usual: {
    label: 'Usual here',
    description: 'How many a place of such people, incomes and density usually has.',
    source: COMPUTED,
  },
  gap: {
    label: 'Missing',
    description:
      'Usual here less businesses now. Where the number is small it says little, and less is missing than the plain difference.',
    source: COMPUTED,
  },
  index: {
    label: 'Index',
    description: 'Supply against demand; 100 is usual. In 8 of 10 cases it is within the range in brackets.',
    source: COMPUTED,
  },
  demand: {
    label: 'Demand, in people',
    description: 'Whom the kind serves, more where people come by day and where incomes are higher.',
    source: 'people and incomes',
  },
  leakage: {
    label: 'Leakage',
    description: '100 · (100 − index) / (100 + index). Above zero demand exceeds supply.',
    source: COMPUTED,
  },
  sure: {
    label: 'Sure',
    description: 'How surely the place has less than usual, or more where it is crowded.',
    source: COMPUTED,
  },
};

export function labelOf(name: FigureName): string {
  return FIGURES[name].label;
}

/** A line of a file about itself: what a source gives, and where it is from. */
export function sourceLine({ what, title, vintage, publisher, licence }: AtlasSource): [string, string] {
  return [`Source of ${what}`, [title, vintage, publisher, ...(licence == null ? [] : [licence])].join(', ')];
}

/** A figure that others are computed of. */
export function explainInput(
  label: string,
  place: string,
  { unit, source: { title, vintage, publisher, licence } }: AtlasInput,
): FactExplanation {
  const isRatio = unit === 'ratio' || unit === 'per_sq_mi';
  const description = isRatio ? 'One published figure for each of another.' : 'As published.';
  return { label, description, level: place, publisher, title, vintage, licence: licence ?? null };
}

/** Sources are found by what they give. */
export function explainFigure(
  name: FigureName,
  place: string,
  sources: readonly AtlasSource[],
): FactExplanation {
  const { label, description, source: what } = FIGURES[name];
  const used = sources.filter((one) => (what === COMPUTED ? one.what !== 'listings' : one.what === what));
  const joined = (of: (source: AtlasSource) => string | null | undefined) => {
    const each = used.map(of).filter((text) => text != null && text !== '');
    return each.length === 0 ? null : [...new Set(each)].join(' + ');
  };
  return {
    label,
    description,
    level: place,
    publisher: null,
    title: joined(({ title }) => title) ?? (what === null ? 'My Companies and your list' : null),
    vintage: joined(({ vintage }) => vintage),
    licence: joined(({ licence }) => licence),
  };
}
