/** What a business's website says, beside its listing: which values differ, and why one is missing. */
import type { Wanted, WebsiteBody, WebsiteValue } from '@/shared/api/generated';
import { formatDate } from '@/shared/lib/format';
import { shortAddress } from '@/shared/websites/short-address';
import { textOf, type Account } from './account';

/** What a website can say: the row's field, and what it must have been read for. */
interface FromWebsite {
  name: string;
  label: string;
  /** Absent if any reading looks for it. */
  want?: Wanted;
  said: (website: WebsiteBody) => readonly WebsiteValue[];
}

const one = (said: WebsiteValue | null | undefined) => (said == null ? [] : [said]);

const FROM_WEBSITE: readonly FromWebsite[] = [
  { name: 'phone', label: 'phone', want: 'phone', said: ({ phones }) => phones },
  { name: 'emails_csv', label: 'e-mail', want: 'email', said: ({ emails }) => emails },
  { name: 'founding_date', label: 'founding date', said: (website) => one(website.founding_date) },
  { name: 'location_count', label: 'locations', said: (website) => one(website.locations) },
  { name: 'business_hours', label: 'business hours', want: 'hours', said: ({ hours }) => one(hours) },
  { name: 'price_range', label: 'price range', said: (website) => one(website.price_range) },
  { name: 'technology_stack', label: 'technology', want: 'technology', said: ({ technology }) => technology },
  {
    name: 'social_media_links',
    label: 'social media',
    want: 'social',
    said: ({ social }) => Object.values(social),
  },
];

/** What the website says for a field of the row. */
export function saidBy(account: Account, name: string): readonly WebsiteValue[] {
  const { website = null } = account;
  if (website === null) return [];
  return FROM_WEBSITE.find((each) => each.name === name)?.said(website) ?? [];
}

export interface SaidValue {
  text: string;
  /** Where the website says it; undefined if only the listing does. */
  source: WebsiteValue | undefined;
}

/** The row's values, then those of the website that differ from them. */
export function saidValues(
  values: readonly string[],
  said: readonly WebsiteValue[],
  same: (one: string, other: string) => boolean,
): SaidValue[] {
  const listed = values.map((text) => ({ text, source: said.find(({ value }) => same(value, text)) }));
  const further = said.filter(({ value }) => !values.some((text) => same(value, text)));
  return [...listed, ...further.map((source) => ({ text: source.value, source }))];
}

/** Whether some of them are the listing's alone and others the website's. */
export function differ(values: readonly SaidValue[]): boolean {
  return (
    values.some(({ source }) => source === undefined) && values.some(({ source }) => source !== undefined)
  );
}

/** 'openingHours on example.com/contact, Nov 23, 2026'. */
export function sourceText({ by, page, read_at: readAt }: WebsiteValue): string {
  return `${by} on ${shortAddress(page)}, ${formatDate(readAt)}`;
}

const ASKS_NOT = 'asks not to be read';

/** Why the business has no value for a field. */
export function whyMissing(account: Account, name: string): string {
  const field = FROM_WEBSITE.find((each) => each.name === name);
  if (field === undefined) return 'Not in the listing.';
  const { website = null } = account;
  if (website === null) {
    return textOf(account, 'website') === null
      ? 'Not in the listing, which names no website.'
      : 'Not in the listing; the website was not read.';
  }
  if (website.error != null) {
    return website.error.includes(ASKS_NOT)
      ? 'Not in the listing; the website asks not to be read.'
      : `Not in the listing; the website was not read: ${website.error}`;
  }
  if (name === 'emails_csv' && website.no_mailings != null) {
    return `Not in the listing; the website wants no mailings (${shortAddress(website.no_mailings)}).`;
  }
  if (field.want !== undefined && !website.wants.includes(field.want)) {
    return 'Not in the listing; the website was not read for it.';
  }
  return 'Not in the listing; the website does not say.';
}

/** What the website was read for and does not say: 'founding date, price range'. */
export function notSaid(website: WebsiteBody): string {
  const missing = FROM_WEBSITE.filter(
    ({ want, said }) => (want === undefined || website.wants.includes(want)) && said(website).length === 0,
  );
  return missing.map(({ label }) => label).join(', ');
}
