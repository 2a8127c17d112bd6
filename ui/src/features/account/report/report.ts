/** All that the report needs beyond the page, as one part that is loaded when somebody wants it. */
import { csvText, fileStem } from '@/shared/lib/csv';
import { nameOf, type Account } from '../account';
import { csvRows, type Nearest } from './csv-rows';

export { PrintReport } from './PrintReport';

export interface ReportFile {
  name: string;
  text: string;
}

/** `nearest` are the other businesses of the search, as far as they are known. */
export function csvFile(account: Account, nearest: readonly Nearest[]): ReportFile {
  return { name: `${fileStem(nameOf(account))}-report.csv`, text: csvText(csvRows(account, nearest)) };
}
