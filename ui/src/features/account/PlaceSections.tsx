/** The place in a few figures: people and money, risk, position, access. */
import { Tag } from '@/shared/ui/Tag';
import { firstNamed, numberOf, textOf, useAccount } from './account';
import { ComparedFact, Fact, FactsList, Item, Score } from './Facts';
import { LocationMap } from './LocationMap';
import { FactItem } from './parts';
import { isFloodZoneFlagged } from './rules';
import classes from './Account.module.css';

/** The tract's fact of each pair, else the county's. */
const SOCIOECONOMICS = [
  ['median_income_tract', 'median_income_county'],
  ['population_growth', 'county_growth_rate'],
  ['bachelors_tract', 'county_bachelors'],
  ['unemployment_rate', 'unemployment_rate_tract'],
] as const;

export function Socioeconomics() {
  const account = useAccount();
  return (
    <dl className={classes.compared}>
      {SOCIOECONOMICS.map((names) => (
        <ComparedFact key={names[0]} name={firstNamed(account, names) ?? names[0]} withLevel />
      ))}
    </dl>
  );
}

export function FloodZone() {
  const account = useAccount();
  const flagged = isFloodZoneFlagged(textOf(account, 'flood_zone'));
  return (
    <>
      <Fact name="flood_zone" /> {flagged ? <Tag tone="warning">Flood risk</Tag> : null}
    </>
  );
}

export function LocationOnMap() {
  return (
    <div className={classes.beside}>
      <LocationMap />
      <dl className={classes.stackedFacts}>
        <Item label="County">
          <Fact name="county" />
        </Item>
        <Item label="ZIP">
          <Fact name="zip" />
        </Item>
        <Item label="Flood zone">
          <FloodZone />
        </Item>
      </dl>
    </div>
  );
}

const WAYS = [
  { distance: 'distance_to_interstate', nearest: 'nearest_interstate', label: 'Interstate' },
  { distance: 'distance_to_us_highway', nearest: 'nearest_us_highway', label: 'US highway' },
  {
    distance: 'distance_to_commercial_airport',
    nearest: 'nearest_commercial_airport_name',
    label: 'Commercial airport',
  },
  {
    distance: 'distance_to_ga_airport',
    nearest: 'nearest_ga_airport_name',
    label: 'General aviation airport',
  },
] as const;

/** Routes out of the area, nearest first, unknown distances last. */
export function WaysOut() {
  const account = useAccount();
  const ways = WAYS.map((way) => ({ ...way, miles: numberOf(account, way.distance) }));
  ways.sort((one, other) => (one.miles ?? Infinity) - (other.miles ?? Infinity));
  return (
    <FactsList>
      <FactItem name="transportation_access_score">
        <Score name="transportation_access_score" />
      </FactItem>
      {ways.map(({ distance, nearest, label, miles }) => {
        const name = textOf(account, nearest);
        return (
          <Item key={distance} label={label}>
            <Fact name={distance} />
            {miles === null || name === null ? null : <span className={classes.missing}> · {name}</span>}
          </Item>
        );
      })}
    </FactsList>
  );
}
