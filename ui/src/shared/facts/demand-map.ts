/** From the facts of a business to the map of its market. */
import { stateCode } from '@/shared/lib/us-states';
import { paths } from '@/shared/paths';
import { readFact, type FactRow } from './read-fact';

/** The fact beside which the map is linked. */
export const OPPORTUNITY = 'market_opportunity_assessment';

/** The Demand Map of its kind, state and county; null without a kind. */
export function demandMapOf(row: FactRow): string | null {
  const kind = textOf(row, 'main_category')?.toLowerCase().replaceAll('_', ' ');
  if (kind === undefined) return null;
  const state = stateCode(textOf(row, 'state') ?? '');
  const county = textOf(row, 'county_fips');
  return paths.atlas({
    question: 'open',
    kind,
    ...(state === null ? {} : { state }),
    ...(county === undefined ? {} : { county }),
  });
}

function textOf(row: FactRow, key: string): string | undefined {
  const value = readFact(row, key);
  return typeof value === 'string' ? value : undefined;
}
