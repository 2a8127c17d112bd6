/** One business of a session with all its facts, and how the page reads them. */
import { createContext, useContext } from 'react';
import type { ResultRow, Sources, WebsiteBody } from '@/shared/api/generated';
import { explainFact } from '@/shared/facts/explain-fact';
import type { FieldBook } from '@/shared/facts/field-book';
import { isAbsent } from '@/shared/facts/read-fact';
import { plainText, shownFact } from '@/shared/facts/shown-fact';
import { positionOf, RESULT_LOOK, type MapPoint, type Position } from '@/shared/map/map-point';

export interface Account {
  sessionKey: string;
  rowIdx: number;
  row: ResultRow;
  /** Null if the field descriptions could not be loaded. */
  book: FieldBook | null;
  /** The sources of the facts. */
  answer: Sources;
  /** Why some of it is missing now. */
  note?: string | null;
  /** What its website says, if it was read for this user. */
  website?: WebsiteBody | null;
  /** Its source's terms allow a list only: no map, file or print. */
  listOnly?: boolean;
}

const AccountContext = createContext<Account | null>(null);
export const AccountProvider = AccountContext.Provider;

export function useAccount(): Account {
  const account = useContext(AccountContext);
  if (account === null) throw new Error('There is no account around this.');
  return account;
}

/** Undefined if there is nothing to show. */
export function factOf({ row, book }: Account, name: string): unknown {
  return shownFact(row, name, book);
}

export function hasFact(account: Account, name: string): boolean {
  return !isAbsent(factOf(account, name));
}

/** The fact if it is a number. */
export function numberOf(account: Account, name: string): number | null {
  const value = factOf(account, name);
  return typeof value === 'number' ? value : null;
}

/** The lower and upper bound of a figure: equal, unless its publisher suppresses cells ('0–45'). */
export type Ends = readonly [number, number];

export function endsOf(account: Account, name: string): Ends | null {
  const value = numberOf(account, name);
  if (value !== null) return [value, value];
  const [low, high, ...more] = (textOf(account, name) ?? '').split('–').map(Number);
  const isRange = low !== undefined && high !== undefined && more.length === 0 && low <= high;
  return isRange ? [low, high] : null;
}

/** The fact as text; lists and objects are joined. */
export function textOf(account: Account, name: string): string | null {
  return plainText(factOf(account, name));
}

/** The first available fact, such as the tract's before the county's. */
export function firstNamed(account: Account, names: readonly string[]): string | null {
  return names.find((name) => hasFact(account, name)) ?? null;
}

/** Already in the values or the head of the section. */
const SAID_ELSEWHERE = / \((?:Tract|County|State|Point|mi|min|T\/F)\)$/;

/** The label of a fact without level and unit, which are shown beside it. */
export function labelOf({ book }: Account, name: string): string {
  return (book?.find(name)?.label ?? name).replace(SAID_ELSEWHERE, '');
}

/** 'Census tract', 'County': the area that a fact describes. */
export function levelOf({ row, book, answer }: Account, name: string): string | null {
  return explainFact(row, name, book, answer).level;
}

export type PlacedBusiness = MapPoint & { position: Position };

/** The business as a map point; null without coordinates. */
export function placedBusiness(account: Account): PlacedBusiness | null {
  const position = positionOf(factOf(account, 'latitude'), factOf(account, 'longitude'));
  if (position === null) return null;
  return { id: String(account.rowIdx), name: nameOf(account), position, look: RESULT_LOOK };
}

/** Its coordinates contradict its city and ZIP code: nothing is measured from them. */
export function isPositionDoubtful({ row }: Account): boolean {
  return row.position_doubtful === true;
}

export function nameOf(account: Account): string {
  return plainText(factOf(account, 'name')) ?? 'Unnamed business';
}
