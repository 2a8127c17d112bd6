/** What of a listing is watched for changes, in words. */
import type { MonitorField } from '@/shared/api/generated';
import { formatPhone } from '@/shared/lib/format-phone';

export const WATCHED_FIELDS: Record<MonitorField, string> = {
  name: 'Name',
  street: 'Street',
  phone: 'Phone',
  website: 'Website',
  hours: 'Opening hours',
  position: 'Position',
};

/** A field's value as it is read; undefined where it is empty. */
export function watchedText(field: string, value: string | null | undefined): string | undefined {
  if (value == null || value === '') return undefined;
  return field === 'phone' ? formatPhone(value) : value;
}
