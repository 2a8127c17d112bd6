/** The market around the business, and its summary. */
import { formatDollars, formatNumber, formatPercent } from '@/shared/lib/format';
import { endsOf, factOf, firstNamed, labelOf, numberOf, useAccount, type Ends } from './account';
import { Fact, Score } from './Facts';
import { comparedOf } from './averages';
import { factorsOf } from './factors';
import {
  ABOVE_AVERAGE_INCOME,
  againstAverage,
  AVERAGE_SATURATION,
  endsAgainstAverage,
  HIGH_SATURATION,
  LOW_SATURATION,
  saturationSummaryOf,
} from './rules';
import classes from './Account.module.css';
import figures from './Figures.module.css';

const SATURATIONS = [
  { name: 'market_saturation_vs_state', label: 'Against the state' },
  { name: 'market_saturation_vs_national', label: 'Against the nation' },
] as const;

export function Saturation() {
  const account = useAccount();
  const state = endsOf(account, SATURATIONS[0].name);
  const national = endsOf(account, SATURATIONS[1].name);
  return (
    <div className={classes.stack}>
      <p className={classes.lead}>{saturationSummaryOf(state, national)}</p>
      {SATURATIONS.map(({ name, label }) => {
        const ends = endsOf(account, name);
        return ends === null ? null : <Bullet key={name} label={label} name={name} ends={ends} />;
      })}
    </div>
  );
}

/** A bar over bands at 80 and 120, with a tick at the average of 100. */
function Bullet({ label, name, ends }: { label: string; name: string; ends: Ends }) {
  const [least, most] = ends;
  const end = Math.max(most, HIGH_SATURATION) * 1.1;
  const at = (figure: number) => `${(Math.max(0, figure) / end) * 100}%`;
  return (
    <div>
      <div className={figures.bulletHead}>
        <span>{label}</span>
        <span>
          <b>
            <Fact name={name} />
          </b>
          , {endsAgainstAverage(ends)} ({AVERAGE_SATURATION})
        </span>
      </div>
      <svg className={figures.bullet} width="100%" height="28" aria-hidden focusable="false">
        <rect className={figures.bandLow} x="0" y="4" width={at(LOW_SATURATION)} height="20" />
        <rect
          className={figures.bandMiddle}
          x={at(LOW_SATURATION)}
          y="4"
          width={`${((HIGH_SATURATION - LOW_SATURATION) / end) * 100}%`}
          height="20"
        />
        <rect className={figures.bandHigh} x={at(HIGH_SATURATION)} y="4" width="100%" height="20" />
        {/* A single figure fills the bar from 0; a range fills only its span. */}
        <rect
          className={figures.bulletBar}
          x={least === most ? 0 : at(least)}
          y="10"
          width={least === most ? at(most) : at(most - least)}
          height="8"
          rx="2"
        />
        <line
          className={figures.bulletTick}
          x1={at(AVERAGE_SATURATION)}
          x2={at(AVERAGE_SATURATION)}
          y1="0"
          y2="28"
        />
      </svg>
    </div>
  );
}

/** The measure, its fact and, if the specification has one, the bound. */
const INDICATORS: readonly {
  label: string;
  names: readonly [string, ...string[]];
  bound?: number;
}[] = [
  {
    label: 'Median household income',
    names: ['median_income_tract', 'median_income_county'],
    bound: ABOVE_AVERAGE_INCOME,
  },
  { label: 'Unemployment', names: ['unemployment_rate'] },
  { label: 'Population growth', names: ['population_growth', 'county_growth_rate'] },
  { label: 'Employment growth', names: ['employment_growth_rate'] },
  { label: "Bachelor's or higher", names: ['bachelors_tract', 'county_bachelors'] },
];

export function RegionalIndicators() {
  const account = useAccount();
  const known = INDICATORS.flatMap((indicator) => {
    const name = firstNamed(account, indicator.names);
    const value = name === null ? null : numberOf(account, name);
    return name === null || value === null ? [] : [{ ...indicator, name, value }];
  });
  if (known.length === 0) return <p className={classes.missing}>No regional indicators for this area.</p>;
  return (
    <table className={figures.table} aria-label="Regional indicators">
      <thead>
        <tr>
          <th scope="col">Measure</th>
          <th scope="col" className={figures.number}>
            Value
          </th>
          <th scope="col">Against the nation</th>
        </tr>
      </thead>
      <tbody>
        {known.map((indicator) => (
          <tr key={indicator.label}>
            <th scope="row">{indicator.label}</th>
            <td className={figures.number}>
              <Fact name={indicator.name} />
            </td>
            <td>
              <AgainstNation {...indicator} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function AgainstNation({ name, value, bound }: { name: string; value: number; bound?: number }) {
  const compared = comparedOf(useAccount(), name);
  if (bound !== undefined) {
    return (
      <>
        {againstAverage(value, bound)}
        <span className={classes.missing}> (above average over {formatDollars(bound)})</span>
      </>
    );
  }
  return <>{compared?.comparison.text ?? '–'}</>;
}

/** Each score with its factors, in the order in which they enter the last. */
const SCORES = [
  { score: 'market_intelligence_score', factors: 'market_intelligence_factors' },
  { score: 'economic_strength_score', factors: 'economic_strength_factors' },
  { score: 'demographic_score', factors: 'demographic_factors' },
  { score: 'housing_market_score', factors: 'housing_market_factors' },
  { score: 'transportation_score', factors: 'transportation_factors' },
  { score: 'tourism_score', factors: 'tourism_factors' },
] as const;

export const SCORE_FACTS = SCORES.flatMap(({ score, factors }) => [score, factors]);

export function Scores() {
  return (
    <div className={figures.scores}>
      {SCORES.map(({ score, factors }) => (
        <ScoreFactors key={score} score={score} factors={factors} />
      ))}
    </div>
  );
}

function ScoreFactors({ score: scoreName, factors: factorsName }: { score: string; factors: string }) {
  const account = useAccount();
  const factors = factorsOf(factOf(account, factorsName));
  return (
    <div>
      <div className={figures.bulletHead}>
        <h3 className={figures.subhead}>{labelOf(account, scoreName)}</h3>
        <Score name={scoreName} />
      </div>
      {factors.length === 0 ? null : (
        <table className={figures.table} aria-label={`Factors of ${labelOf(account, scoreName)}`}>
          <thead>
            <tr>
              <th scope="col">Factor</th>
              <th scope="col" className={figures.number}>
                Value
              </th>
              <th scope="col" className={figures.number}>
                Points of 100
              </th>
              <th scope="col" className={figures.number}>
                Weight
              </th>
            </tr>
          </thead>
          <tbody>
            {factors.map(({ field, points, weight }) => (
              <tr key={field}>
                <th scope="row">{labelOf(account, field)}</th>
                <td className={figures.number}>
                  <Fact name={field} />
                </td>
                <td className={figures.number}>{formatNumber(points)}</td>
                <td className={figures.number}>{formatPercent(weight * 100, 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
