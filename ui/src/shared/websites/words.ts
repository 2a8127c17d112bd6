/** What websites are read for, and what is said about it. */
import type { Wanted } from '@/shared/api/generated';
import { formatCounted, formatNumber } from '@/shared/lib/format';

export const WANTED: readonly { value: Wanted; label: string }[] = [
  { value: 'email', label: 'E-mail' },
  { value: 'phone', label: 'Phone' },
  { value: 'social', label: 'Social' },
  { value: 'hours', label: 'Hours' },
  { value: 'technology', label: 'Technology' },
];

export const ALL_WANTED: readonly Wanted[] = WANTED.map(({ value }) => value);

/** Where files have e-mail addresses in them. */
export const SENDERS_DUTIES =
  'Public business contacts. You are the sender: say who you are, give a postal address, honour opt-outs (CAN-SPAM); check do-not-call lists before phoning.';

export const READING_IS_OFF = 'Reading is off: the operator has set no contact.';

/** '152 left.'; empty if unknown. */
export function leftText(left: number | undefined): string {
  return left === undefined ? '' : ` ${formatNumber(left)} left.`;
}

export function priceText(most: number, left: number | undefined): string {
  const affordable = left === undefined ? most : Math.min(most, left);
  return `1 credit for each business with a new one of these, at most ${formatNumber(affordable)}.${leftText(left)}`;
}

export function websitesText(count: number): string {
  return formatCounted(count, 'website');
}

/** What can be asked of companies and rows: how to get in touch with them. */
export const CONTACT_WORDS = { email: 'Has e-mail', phone: 'Has phone', website: 'Website read' } as const;

/** 'Instagram'. */
export function networkName(network: string): string {
  return network.charAt(0).toUpperCase() + network.slice(1);
}

/** The link that writes to an address. */
export function mailtoLink(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`;
}
