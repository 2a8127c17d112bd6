import { expect, test } from 'vitest';
import type { WebsiteBody, WebsiteValue } from '@/shared/api/generated';
import { resultRow, websiteBody } from '@/shared/testing/fakes';
import type { Account } from './account';
import { differ, notSaid, saidValues, sourceText, whyMissing } from './website-says';

const said = (value: string): WebsiteValue => ({
  value,
  by: 'openingHours',
  page: 'https://www.example.com/contact',
  read_at: '2026-11-23T12:00:00Z',
});
const account = (website: WebsiteBody | null, listed: string | null = 'example.com'): Account => ({
  sessionKey: 's',
  rowIdx: 0,
  row: { ...resultRow(), website: listed },
  book: null,
  answer: { sources: [], source_sets: [] },
  website,
});
const same = (one: string, other: string) => one === other;

test('a value is said with how, where and when it was found', () => {
  expect(sourceText(said('Mo-Fr 09:00-17:00'))).toBe('openingHours on example.com/contact, Nov 23, 2026');
});

test('values of listing and website stand both where they differ, and once where they agree', () => {
  const both = saidValues(['1'], [said('2')], same);
  expect(both.map(({ text }) => text)).toEqual(['1', '2']);
  expect(differ(both)).toBe(true);
  const once = saidValues(['1'], [said('1')], same);
  expect(once.map(({ text }) => text)).toEqual(['1']);
  expect(differ(once)).toBe(false);
  expect(differ(saidValues(['1'], [], same))).toBe(false);
});

test.each([
  ['owner_names_csv', account(websiteBody()), 'Not in the listing.'],
  ['emails_csv', account(null, null), 'Not in the listing, which names no website.'],
  ['emails_csv', account(null), 'Not in the listing; the website was not read.'],
  ['emails_csv', account(websiteBody()), 'Not in the listing; the website does not say.'],
  ['phone', account(websiteBody()), 'Not in the listing; the website was not read for it.'],
  [
    'emails_csv',
    account(websiteBody({ no_mailings: 'https://example.com/privacy' })),
    'Not in the listing; the website wants no mailings (example.com/privacy).',
  ],
  [
    'emails_csv',
    account(websiteBody({ error: 'Its robots.txt asks not to be read.' })),
    'Not in the listing; the website asks not to be read.',
  ],
  [
    'emails_csv',
    account(websiteBody({ error: 'It did not answer.' })),
    'Not in the listing; the website was not read: It did not answer.',
  ],
])('why %s is missing', (name, of, why) => {
  expect(whyMissing(of, name)).toBe(why);
});

test('what the website was read for and does not say is listed', () => {
  expect(notSaid(websiteBody({ wants: ['email', 'hours'], hours: said('Mo-Fr 09:00-17:00') }))).toBe(
    'e-mail, founding date, locations, price range',
  );
});
