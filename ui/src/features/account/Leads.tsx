/** Lead lines of sections: the area the facts describe, or why there are none. */
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { demandMapOf, OPPORTUNITY } from '@/shared/facts/demand-map';
import { whyAbsent } from '@/shared/facts/explain-fact';
import { hasFact, textOf, useAccount } from './account';
import { Fact } from './Facts';
import { usePrinting } from './printing';
import classes from './Account.module.css';

export function TractNumber() {
  const tract = textOf(useAccount(), 'tract_geoid');
  return tract === null ? null : <p className={classes.lead}>Census tract {tract}</p>;
}

export function CountyName() {
  const account = useAccount();
  const county = textOf(account, 'county');
  if (county === null) return null;
  const byZip = textOf(account, 'geography_match') === 'zip';
  return (
    <p className={classes.lead}>
      {county}
      {byZip ? ', by ZIP code' : ''}
    </p>
  );
}

export function CountedAs() {
  const account = useAccount();
  if (!hasFact(account, 'industry_counted_as')) return null;
  return (
    <p className={classes.lead}>
      {textOf(account, 'main_category') ?? 'This business'}: counted as <Fact name="industry_counted_as" />
    </p>
  );
}

export function NoDensity() {
  const { row, book, answer } = useAccount();
  const why = whyAbsent(row, book?.find('county_total_establishments_same_industry'), answer);
  return <>No business figures of this county. {why}</>;
}

/** The county on the map of this kind of business. */
export function ToDemandMap() {
  const account = useAccount();
  const printing = usePrinting();
  const to = demandMapOf(account.row);
  if (to === null || printing || !hasFact(account, OPPORTUNITY)) return null;
  return (
    <Anchor component={Link} to={to} size="sm" underline="always">
      See it on the Demand Map
    </Anchor>
  );
}
