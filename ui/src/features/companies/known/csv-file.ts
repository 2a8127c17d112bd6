/** What is wrong with a file before it is sent, and what to do about it. */
import { formatNumber } from '@/shared/lib/format';

const MOST_BYTES = 5 * 1024 * 1024;
const BYTES_OF_MB = 1024 * 1024;
/** What is chosen in place of a CSV file; the server finds out about others. */
const OTHER_FILE = /\.(?:xls[xmb]?|ods|numbers|pdf|docx?|zip)$/i;

export function refusalOf({ name, size }: File): string | null {
  if (OTHER_FILE.test(name)) return `${name} is not a CSV file. In your spreadsheet, save it as CSV.`;
  if (size === 0) return `${name} is empty.`;
  if (size <= MOST_BYTES) return null;
  const megabytes = formatNumber(size / BYTES_OF_MB, 1);
  return `${name} has ${megabytes} MB, 5 MB is the most. Keep its columns of name, address, city, state, ZIP and phone.`;
}
