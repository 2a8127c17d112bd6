/** Three things worth knowing about a place: people, market, risk. By rule, and never a verdict. */
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { endsOf, factOf, textOf, firstNamed, labelOf, levelOf, numberOf, type Account } from './account';
import { comparedOf } from './averages';
import { isFloodZoneFlagged, saturationSummaryOf, TOO_FEW_TO_TELL } from './rules';

/** The tract's before the county's. */
const PEOPLE = [
  ['median_income_tract', 'median_income_county'],
  ['home_price_tract', 'county_home_value'],
  ['avg_rent_tract', 'county_median_rent'],
  ['median_age_tract', 'median_age_county'],
  ['household_size_tract', 'household_size_county'],
  ['bachelors_tract', 'county_bachelors'],
  ['owner_occupied', 'homeownership_rate'],
  ['poverty_rate_tract', 'poverty_rate'],
  ['age_65_plus', 'age_65_plus_county'],
  ['county_weekly_wage'],
] as const;

/** Smaller differences are not worth a line. */
const LEAST_DIFFERENCE = 0.1;
const MOST = 3;

export function worthKnowing(account: Account): string[] {
  const differences = peopleDifferences(account);
  const [people, ...further] = differences;
  const found = [people, market(account), risk(account)].filter((text) => text != null);
  return [...found, ...further.slice(0, MOST - found.length)].slice(0, MOST);
}

/** Largest difference from the nation first. */
function peopleDifferences(account: Account): string[] {
  const known = PEOPLE.flatMap((names) => {
    const name = firstNamed(account, names);
    const compared = name === null ? null : comparedOf(account, name);
    if (name === null || compared === null) return [];
    const { value, other, comparison, format, old } = compared;
    const difference = Math.abs(value - other) / other;
    const where = levelOf(account, name) === 'Census tract' ? 'around here' : 'in the county';
    const when = old === null ? 'is' : `of ${old} is`;
    const text = `${labelOf(account, name)} ${where} ${when} ${format(value)}, ${comparison.text}.`;
    return difference < LEAST_DIFFERENCE ? [] : [{ difference, text }];
  });
  return known.sort((one, other) => other.difference - one.difference).map(({ text }) => text);
}

function market(account: Account): string | null {
  const state = endsOf(account, 'market_saturation_vs_state');
  const national = endsOf(account, 'market_saturation_vs_national');
  const summary = state === null || national === null ? null : saturationSummaryOf(state, national);
  if (summary !== null && summary !== TOO_FEW_TO_TELL) return summary;
  const competitors = numberOf(account, 'competitors_within_5mi');
  if (competitors === null) return null;
  return `${formatCounted(competitors, 'business', 'businesses')} of the same kind within 5 miles.`;
}

function risk(account: Account): string | null {
  const zone = textOf(account, 'flood_zone');
  if (isFloodZoneFlagged(zone)) return `It lies in FEMA flood zone ${zone ?? ''}.`;
  if (factOf(account, 'superfund') === true) return 'A Superfund site lies within 5 miles.';
  const hazard = textOf(account, 'top_risk_1');
  if (hazard === null) return null;
  const score = numberOf(account, 'top_risk_1_score');
  return `The county's highest natural hazard is ${hazard}${score === null ? '' : `, ${formatNumber(score)} of 100`}.`;
}
