/** The texts of an estimate: who answers, how many rows, the cost. */
import type { AnswerBody, Estimate, SearchArea, SourceBody } from '@/shared/api/generated';
import { formatCounted } from '@/shared/lib/format';
import { named } from '@/shared/results/search-text';

/** 'open-brewery-db · 112 days old · MIT license · ships with DemandAtlas'. */
export function answerText(answer: AnswerBody, partCount: number): string {
  const parts = [answer.label, age(answer)];
  if (answer.licence != null) parts.push(`${answer.licence} license`);
  if (answer.shipped) parts.push('ships with DemandAtlas');
  if (answer.cities.length < partCount) parts.push(`for ${named(answer.cities)}`);
  return parts.filter((part) => part !== '').join(' · ');
}

function age({ live, age_days: days }: AnswerBody): string {
  if (live) return 'asked when the search runs';
  if (days == null) return '';
  return days < 1 ? 'less than a day old' : `${formatCounted(days, 'day')} old`;
}

/** 'Up to 40 rows, 40 credits', or 'More than …' if not all were counted; unknown if the source cannot tell. */
export function rowsText(estimate: Estimate): string {
  const {
    rows_at_most: rows,
    credits_at_most: credits,
    rows_are_more: isMore,
    credits_left: left,
  } = estimate;
  if (rows == null || credits == null) return 'Rows and cost: unknown until it runs';
  if (!isMore) return `Up to ${formatCounted(rows, 'row')}, ${formatCounted(credits, 'credit')}`;
  // No more than the balance is ever spent.
  const limit = credits < left ? 'more than' : 'up to';
  return `More than ${formatCounted(rows, 'row')}, ${limit} ${formatCounted(credits, 'credit')}`;
}

/** '12 mi around Bend, OR: 2 counties'. */
export function areaText({ label, counties }: SearchArea): string {
  return `${label}: ${formatCounted(counties.length, 'county', 'counties')}`;
}

/** The shipped listings, while there are no others; null once others were imported. */
export function shippedText(sources: readonly SourceBody[]): string | null {
  const datasets = sources.flatMap((source) => source.datasets ?? []);
  if (datasets.some((dataset) => !dataset.shipped)) return null;
  if (datasets.length === 0) return 'No listings are loaded yet.';
  const parts = datasets.map(
    ({ name, rows, licence }) =>
      `${name} (${formatCounted(rows, 'place')}${licence == null ? '' : `, ${licence}`})`,
  );
  return `Only what ships with DemandAtlas is loaded: ${parts.join(', ')}.`;
}

/** The command that imports a state's businesses; without a state, a placeholder. */
export function fetchCommand(state: string): string {
  return `demandatlas places fetch overture --state ${state === '' ? 'XX' : state}`;
}
