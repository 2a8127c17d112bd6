/** The other businesses of the same search, and which of them are nearest. */
import { plainText } from '@/shared/facts/shown-fact';
import type { GetJobResultApiArg, GetJobResultApiResponse } from '@/shared/api/generated';
import { positionOf, type Position } from '@/shared/map/map-point';
import { factOf, placedBusiness, type Account } from './account';
import { nearestOf } from './rules';

const COLUMNS = ['row_idx', 'name', 'address', 'latitude', 'longitude'].join(',');

export interface Neighbor extends Position {
  rowIdx: number;
  name: string;
  address: string | null;
}

/** Asks for all of the search, as far as neighbors need it. */
export function neighborsQuery({ sessionKey }: Account): GetJobResultApiArg {
  return { jobId: sessionKey, form: 'rows', columns: COLUMNS };
}

/** The nearest, each with its distance; none where the business has no coordinates. */
export function nearestNeighbors(
  account: Account,
  answer: GetJobResultApiResponse | undefined,
): { place: Neighbor; miles: number }[] {
  const here = placedBusiness(account);
  return here === null ? [] : nearestOf(here.position, othersOf(account, answer));
}

/** The other businesses of the search that have a position. */
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
