/** The formula in words and signs, the constants of a kind, and one county computed by hand. */
import type { AtlasBody } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';
import type { Area } from './area';
import { amountText } from './figures';

export const FORMULA = [
  {
    text: 'D = B · (1 − ω + ω · min(daytime people / residents, 1.5)) · clamp(income / US income, 0.6, 1.6)^ε',
    says: 'The demand of a county, in people: its base, by day and by income.',
  },
  {
    text: 'E = r · D · g(δ)',
    says: 'How many businesses such a demand has in the nation; g follows the residents per square mile δ.',
  },
  {
    text: 'Y | θ ~ Poisson(θ · E), θ ~ Gamma(κ, κ)',
    says: 'What is counted varies by chance; κ says how much counties really differ.',
  },
  {
    text: 'θ̂ = (κ + y) / (κ + E)',
    says: 'The county’s own level: small counties lean to the nation’s.',
  },
  {
    text: 'index = 100 · θ̂ / θ̄, missing = E · (1 − θ̂ / θ̄)',
    says: 'Against the mean θ̄. A cell of fewer than 3 counts as 0, 1 and 2, each by its probability.',
  },
  {
    text: 'room if P(θ < θ̄) ≥ 80% and leakage ≥ 5; crowded if ≤ 20% and ≤ −5',
    says: 'About as usual: 80% sure between 0.8 and 1.25 of usual. Else it can’t be told.',
  },
] as const;

export const BLIND_TO = [
  'Places like this usually have more of these: no forecast of sales.',
  'The self-employed, online trade and rents are not seen.',
  'Nor are people and businesses across the border.',
] as const;

interface Constant {
  name: string;
  value: string;
}

export function constantsOf(answer: AtlasBody | null): Constant[] {
  if (answer?.formula == null) return [];
  const { r, kappa, base, omega, epsilon, spline } = answer.formula;
  const { national } = answer;
  return [
    { name: 'Codes', value: answer.codes.join(', ') },
    { name: 'Base B', value: base },
    { name: 'r', value: String(r) },
    { name: 'κ', value: String(kappa) },
    { name: 'ω', value: String(omega) },
    { name: 'ε', value: String(epsilon) },
    ...(spline == null
      ? []
      : [
          { name: 'Knots of log δ', value: `[${spline.knots.join(', ')}]` },
          { name: 'Coefficients', value: `[${spline.coefficients.join(', ')}]` },
          { name: 'δ from, to', value: `[${spline.from}, ${spline.to}]` },
        ]),
    ...(national == null ? [] : [{ name: 'θ̄', value: String(national.theta) }]),
  ];
}

/** Union County in Oregon, the county of every text. */
const BY_HAND = '41061';

/** The selected county, else that of every text; where it has no figures, another published one. */
export function exampleOf(areas: readonly Area[], selected: string | null): Area | undefined {
  const [own, usual] = [selected, BY_HAND].map((code) =>
    areas.find((area) => area.id === code && area.usual !== null),
  );
  return own ?? usual ?? areas.find(isPublished);
}

function isPublished({ low, high, usual }: Area): boolean {
  return low !== null && low === high && usual !== null;
}

/** The example's steps, from its published count to its index. */
export function stepsOf(area: Area, answer: AtlasBody): string[] {
  const { formula, national } = answer;
  if (formula == null || national == null || area.usual === null || area.low === null) return [];
  const { kappa } = formula;
  const expected = area.usual / national.theta;
  const counts = isPublished(area) ? [area.low] : [0, 1, 2];
  const levels = counts.map((count) => {
    const level = (kappa + count) / (kappa + expected);
    const index = (100 * level) / national.theta;
    return `y = ${count}: θ̂ = (${written(kappa)} + ${count}) / (${written(kappa)} + ${written(expected)}) = ${written(level)}, index ${formatNumber(index)}`;
  });
  return [
    `Usual here: E · θ̄ = ${amountText(area.usual)}, so E = ${written(expected)}.`,
    ...levels,
    ...(counts.length === 1
      ? []
      : [
          `The cell is not published. Each count by its probability: index ${formatNumber(area.index ?? 0)}.`,
        ]),
  ];
}

function written(value: number): string {
  return formatNumber(value, 3);
}
