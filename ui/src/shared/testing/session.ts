/** A session with two rows. */
import { NO_ROWS, type Results } from '@/shared/results/session-rows';
import { resultRow } from './fakes';

export const JOB_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

export const ROWS = [
  resultRow({ name: 'Alder Brewing', city: 'Portland', website: 'alder.example', rating: 4.5 }),
  resultRow({ row_idx: 1, name: 'Bend Ales', city: 'Bend', website: 'javascript:alert(1)', rating: 12 }),
];

export const RESULTS: Results = {
  sessionKey: JOB_ID,
  session: { ...NO_ROWS, rows: ROWS, total: ROWS.length },
  enriched: false,
  enrichedRows: 0,
  sample: false,
  listOnly: false,
};

/** An answer held back until released. */
export function held(): { wait: Promise<void>; letGo: () => void } {
  let letGo = (): void => undefined;
  const wait = new Promise<void>((resolve) => (letGo = resolve));
  return { wait, letGo };
}
