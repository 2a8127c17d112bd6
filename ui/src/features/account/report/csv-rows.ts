/**
 * The report as rows for a spreadsheet: the facts of the page's sections in their order, values as figures with
 * their units beside them. What somebody wrote about the business is no part of it.
 */
import type { FieldUnit } from '@/shared/api/generated';
import { explainFact } from '@/shared/facts/explain-fact';
import { formatFact } from '@/shared/facts/format-fact';
import { factOf, firstNamed, flagOf, labelOf, nameOf, numberOf, riskScore, type Account } from '../account';
import { averageOf, comparedOf } from '../averages';
import { AMOUNTS, SHARES } from '../chart-data';
import { factorsOf } from '../factors';
import { HAZARDS, overallRisk } from '../hazards';
import { INDICATORS, SCORES } from '../MarketSections';
import type { Neighbor } from '../neighbors';
import { SECTIONS } from '../sections';
import { SECTION_FACTS } from './section-facts';

const COLUMNS = [
  'Section',
  'Label',
  'Value',
  'Unit',
  'National average',
  'Source',
  'Vintage',
  'Level',
  'Publisher',
  'License',
];
const NOT_AVAILABLE = 'Not available';
/** More say nothing, and are there only since figures are kept in binary. */
const DECIMALS = 6;

const UNITS: Partial<Record<FieldUnit, string>> = {
  index_100: '100 = average',
  per_1000_residents: 'per 1,000 residents',
  per_sq_mi: 'per sq mi',
  percent: '%',
  score_0_100: '0 to 100',
  usd: 'USD',
};

interface Line {
  label: string;
  value: string;
  unit?: string;
  average?: number;
  /** The fact that says where it comes from. */
  fact?: string;
}

export interface Nearest {
  place: Neighbor;
  miles: number;
}

/** The head, and a line for each fact. */
export function csvRows(account: Account, nearest: readonly Nearest[]): string[][] {
  const sections = SECTIONS.filter(({ shown }) => shown?.(account) !== false);
  const lines = sections.flatMap(({ id, title }) =>
    linesOf(account, id, nearest).map((line) => cellsOf(account, title, line)),
  );
  return [COLUMNS, ...lines];
}

function cellsOf(account: Account, title: string, line: Line): string[] {
  const { label, value, unit = '', average, fact } = line;
  const { row, book, answer } = account;
  const about = fact === undefined ? null : explainFact(row, fact, book, answer);
  return [
    title,
    label,
    value,
    unit,
    average === undefined ? '' : figureText(average),
    about?.title ?? '',
    about?.vintage ?? '',
    about?.level ?? '',
    about?.publisher ?? '',
    about?.licence ?? '',
  ];
}

function linesOf(account: Account, id: string, nearest: readonly Nearest[]): Line[] {
  const facts = (SECTION_FACTS[id] ?? []).map((names) => {
    const candidates = typeof names === 'string' ? ([names] as const) : names;
    return lineOf(account, firstNamed(account, candidates) ?? candidates[0]);
  });
  switch (id) {
    case 'company':
      return [{ label: 'Name', value: nameOf(account), fact: 'name' }, ...facts];
    case 'percentages':
      return SHARES.map((row) => chartLine(account, row));
    case 'amounts':
      return AMOUNTS.flatMap(({ rows }) => rows.map((row) => chartLine(account, row)));
    case 'indicators':
      return INDICATORS.map((indicator) => firstLine(account, indicator));
    case 'weather':
      return weatherLines(account, facts);
    case 'competitors':
      return [...facts, ...nearestLines(nearest)];
    case 'scoring':
      return [...facts, ...SCORES.flatMap((score) => scoreLines(account, score))];
    default:
      return facts;
  }
}

/** A fact under its own label, beside the nation's average where its table tells that. */
function lineOf(account: Account, name: string): Line {
  const compared = comparedOf(account, name);
  const average = compared?.isAverage === true ? compared.other : undefined;
  return {
    label: labelOf(account, name),
    value: valueOf(account, name),
    unit: unitOf(account, name),
    ...(average === undefined ? {} : { average }),
    fact: name,
  };
}

interface Row {
  label: string;
  names: readonly [string, ...string[]];
  average?: number;
}

/** The first of these facts that is there, as a measure of the region. */
function firstLine(account: Account, { label, names }: Row): Line {
  return { ...lineOf(account, firstNamed(account, names) ?? names[0]), label };
}

/** A bar of a chart, beside the average that stands there. */
function chartLine(account: Account, row: Row): Line {
  const line = firstLine(account, row);
  const average = row.average ?? averageOf(line.fact ?? row.names[0])?.value;
  return average === undefined ? line : { ...line, average };
}

function valueOf(account: Account, name: string): string {
  const value = factOf(account, name);
  if (value === undefined) return NOT_AVAILABLE;
  const field = account.book?.find(name);
  if (field?.format === 'yes_no') {
    const flag = flagOf(account, name);
    if (flag !== null) return flag ? 'Yes' : 'No';
  }
  const isText = field === undefined || ['text', 'phone', 'date', 'list'].includes(field.format);
  const figure = isText && typeof value !== 'number' ? null : numberOf(account, name);
  if (figure !== null) return figureText(figure);
  return typeof value === 'string' ? value.trim() : (formatFact({ format: 'text' }, value) ?? NOT_AVAILABLE);
}

function figureText(figure: number): string {
  return String(Number(figure.toFixed(DECIMALS)));
}

function unitOf({ book }: Account, name: string): string {
  const unit = book?.find(name)?.unit ?? null;
  return unit === null || unit === 'count' ? '' : (UNITS[unit] ?? unit);
}

/** On the scale of the page: some tables have ten times as much. */
function weatherLines(account: Account, top: readonly Line[]): Line[] {
  const score = (label: string, fact: string, value: number | null): Line => ({
    label,
    value: value === null ? NOT_AVAILABLE : figureText(value),
    unit: UNITS.score_0_100 ?? '',
    fact,
  });
  return [
    score('Overall risk', 'weather_risk_score', overallRisk(account)),
    ...top.flatMap((line, index) => [
      line,
      score(
        `${line.label}, score`,
        `top_risk_${index + 1}_score`,
        riskScore(account, `top_risk_${index + 1}_score`),
      ),
    ]),
    ...HAZARDS.map(({ label, name }) => score(label, name, riskScore(account, name))),
  ];
}

function nearestLines(nearest: readonly Nearest[]): Line[] {
  return nearest.flatMap(({ place, miles }, index) => [
    { label: `Nearest ${index + 1}`, value: place.name },
    { label: `Nearest ${index + 1}, distance`, value: figureText(Number(miles.toFixed(2))), unit: 'mi' },
  ]);
}

function scoreLines(account: Account, { score, factors }: (typeof SCORES)[number]): Line[] {
  const of = labelOf(account, score);
  return [
    lineOf(account, score),
    ...factorsOf(factOf(account, factors)).map(({ field, points, weight }) => ({
      label: `${of}: ${labelOf(account, field)}`,
      value: figureText(points),
      unit: `points of 100, weight ${figureText(weight * 100)}%`,
      fact: field,
    })),
  ];
}
