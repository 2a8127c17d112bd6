/** The kinds of a county as CSV, with its sources. */
import type { AtlasArea } from '@/shared/api/generated';
import { csvText } from '@/shared/lib/csv';
import { kindsOf, SIGNS } from '../area';
import { sourceLine } from '../explain';
import { FORMULA } from '../formula';

export function countyCsv(county: AtlasArea): string {
  const head = [
    'kind',
    'class',
    'businesses_from',
    'businesses_to',
    'usual',
    'missing',
    'probability_of_room',
    'index',
    'index_80_from',
    'index_80_to',
    'counted_as',
  ];
  return csvText([
    head,
    ...kindsOf(county).map((kind) => [
      kind.kind,
      SIGNS[kind.sureness].text,
      kind.low,
      kind.high,
      kind.usual,
      kind.gap,
      kind.under,
      kind.index,
      kind.indexLow,
      kind.indexHigh,
      kind.countedAs,
    ]),
    [],
    ['County', `${county.name}, ${county.state}, ${county.fips}`],
    ...FORMULA.map(({ text }) => ['Formula', text]),
    ...county.sources.map(sourceLine),
    ...county.missing.map(({ kind, reason }) => [`Left out: ${kind}`, reason]),
  ]);
}
