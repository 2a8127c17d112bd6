/** Natural hazards: the overall risk, the three worst, and nine as bars with icon and word. */
import { plainText } from '@/shared/facts/shown-fact';
import { formatNumber } from '@/shared/lib/format';
import { ScoreBadge } from '@/shared/score/ScoreBadge';
import { Icon } from '@/shared/ui/Icon';
import { factOf, hasFact, numberOf, useAccount } from './account';
import { Fact, FactsList, Item, Score } from './Facts';
import { HAZARD_ICONS, hazardClass, HAZARDS, overallRisk } from './hazards';
import classes from './Account.module.css';
import figures from './Figures.module.css';

const TOP = [1, 2, 3] as const;

export function WeatherRisks() {
  const account = useAccount();
  const overall = overallRisk(account);
  const top = TOP.flatMap((place) => {
    const name = plainText(factOf(account, `top_risk_${place}`));
    return name === null ? [] : [{ name, score: numberOf(account, `top_risk_${place}_score`) }];
  });
  const rated = HAZARDS.some(({ name }) => numberOf(account, name) !== null);
  if (overall === null && top.length === 0 && !rated) {
    return <p className={classes.missing}>No hazards are rated for this county.</p>;
  }
  return (
    <div className={classes.stack}>
      <FactsList>
        <Item label="Overall risk, 0 to 100">
          {hasFact(account, 'weather_risk_score') || overall === null ? (
            <Score name="weather_risk_score" risk />
          ) : (
            <ScoreBadge score={overall} risk />
          )}
        </Item>
        {top.map(({ name, score }, index) => (
          <Item key={name} label={`Top risk ${index + 1}`}>
            {name}
            {score === null ? null : ` (${formatNumber(score)})`}
          </Item>
        ))}
      </FactsList>
      <ul className={figures.bars} aria-label="Hazards">
        {HAZARDS.map(({ label, name }) => (
          <Hazard key={name} label={label} name={name} />
        ))}
      </ul>
      <p className={classes.note}>Scores are those of the county, from 0 to 100; higher is riskier.</p>
    </div>
  );
}

function Hazard({ label, name }: { label: string; name: string }) {
  const score = numberOf(useAccount(), name);
  const kind = hazardClass(label);
  const color = `var(--da-hazard-${kind})`;
  return (
    <li className={figures.hazard} data-hazard={kind}>
      <span style={{ color, display: 'flex' }}>
        <Icon of={HAZARD_ICONS[kind]} />
      </span>
      <span>{label}</span>
      <span className={figures.track} aria-hidden>
        {score === null ? null : (
          <span
            className={figures.fill}
            style={{ width: `${Math.max(0, Math.min(100, score))}%`, background: color }}
          />
        )}
      </span>
      <span className={score === null ? classes.missing : figures.hazardFigure}>
        {score === null ? 'Not rated here' : <Fact name={name}>{formatNumber(score)}</Fact>}
      </span>
    </li>
  );
}
