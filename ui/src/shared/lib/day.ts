/** The date of a moment in the reader's time zone: `2026-03-04`. */
export function dayOf(moment: string | number | Date): string {
  const date = new Date(moment);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function today(): string {
  return dayOf(Date.now());
}
