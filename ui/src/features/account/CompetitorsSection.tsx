/** The nearest other businesses of the same search, and the five miles around. */
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { GetJobResultApiArg, GetJobResultApiResponse } from '@/shared/api/generated';
import { plainText } from '@/shared/facts/shown-fact';
import { formatMiles } from '@/shared/lib/format';
import { positionOf, RESULT_LOOK, type MapOutline, type Position } from '@/shared/map/map-point';
import { paths } from '@/shared/paths';
import { factOf, isPositionDoubtful, placedBusiness, useAccount, type Account } from './account';
import { useGetJobResultQuery } from './account-api';
import { Fact, FactsList, Item } from './Facts';
import { SmallMap } from './LocationMap';
import { nearestOf } from './rules';
import classes from './Account.module.css';

const AROUND_MI = 5;
/** Five miles fill most of the map's height. */
const ZOOM = 11;
export function CompetitorsNearby() {
  const account = useAccount();
  const doubtful = isPositionDoubtful(account);
  const here = doubtful ? null : placedBusiness(account);
  const { currentData, isError, isFetching } = useGetJobResultQuery(neighborsQuery(account), {
    skip: here === null,
    // A running search may have found more.
    refetchOnMountOrArgChange: true,
  });
  const nearest = nearestNeighbors(account, currentData);
  return (
    <div className={classes.stack}>
      <FactsList>
        <Item label="Competitors within 5 miles">
          <Fact name="competitors_within_5mi" />
        </Item>
        <Item label="Competitive intensity">
          <Fact name="competitive_intensity" />
        </Item>
      </FactsList>
      {here === null ? (
        <p className={classes.missing}>
          {doubtful
            ? 'Its coordinates do not fit its city and ZIP code: nothing is measured from them.'
            : 'This business has no coordinates to measure from.'}
        </p>
      ) : nearest.length === 0 ? (
        <p className={classes.missing}>
          {isFetching
            ? 'Looking for the nearest...'
            : isError
              ? 'The other businesses of the search could not be loaded.'
              : 'The search found no other business with coordinates.'}
        </p>
      ) : (
        <div className={classes.beside}>
          <SmallMap
            large
            label="Map of the nearest businesses, and 5 miles around"
            zoom={ZOOM}
            outlines={[circleAround(here.position)]}
            points={[
              here,
              ...nearest.map(({ place, miles }) => ({
                id: String(place.rowIdx),
                name: place.name,
                detail: formatMiles(miles),
                position: { latitude: place.latitude, longitude: place.longitude },
                look: RESULT_LOOK,
              })),
            ]}
          />
          <ol className={classes.nearest}>
            {nearest.map(({ place, miles }) => (
              <li key={place.rowIdx}>
                <Anchor component={Link} to={paths.account(account.sessionKey, place.rowIdx)}>
                  {place.name}
                </Anchor>
                <div className={classes.missing}>
                  {formatMiles(miles)}
                  {place.address === null ? '' : ` · ${place.address}`}
                </div>
              </li>
            ))}
          </ol>
        </div>
      )}
    </div>
  );
}

const MILES_A_DEGREE = 69.09;
const CORNERS = 72;

/** The five miles around, as an outline. */
function circleAround({ latitude, longitude }: Position): MapOutline {
  const across = AROUND_MI / (MILES_A_DEGREE * Math.cos((latitude * Math.PI) / 180));
  const ring = Array.from({ length: CORNERS }, (_, corner) => {
    const angle = (corner / CORNERS) * 2 * Math.PI;
    return {
      latitude: latitude + (AROUND_MI / MILES_A_DEGREE) * Math.sin(angle),
      longitude: longitude + across * Math.cos(angle),
    };
  });
  return { id: 'around', rings: [ring] };
}

/** The nearest other businesses of the same search. */
const COLUMNS = ['row_idx', 'name', 'address', 'latitude', 'longitude'].join(',');

interface Neighbor extends Position {
  rowIdx: number;
  name: string;
  address: string | null;
}

/** The whole search, with the columns that neighbors need. */
function neighborsQuery({ sessionKey }: Account): GetJobResultApiArg {
  return { jobId: sessionKey, form: 'rows', columns: COLUMNS };
}

/** The nearest with their distances; none if the business has no coordinates. */
function nearestNeighbors(
  account: Account,
  answer: GetJobResultApiResponse | undefined,
): { place: Neighbor; miles: number }[] {
  const here = placedBusiness(account);
  return here === null ? [] : nearestOf(here.position, othersOf(account, answer));
}

/** The other businesses of the search with a position. */
function othersOf({ rowIdx: own, book }: Account, answer: GetJobResultApiResponse | undefined): Neighbor[] {
  if (answer === undefined || !('results' in answer.result)) return [];
  return answer.result.results.flatMap((row) => {
    const { row_idx: rowIdx, latitude, longitude } = row;
    const position = positionOf(latitude, longitude);
    if (position === null || rowIdx === own) return [];
    const other = { row, book } as Account;
    return [
      {
        ...position,
        rowIdx,
        name: plainText(factOf(other, 'name')) ?? 'Unnamed business',
        address: plainText(factOf(other, 'address')),
      },
    ];
  });
}
