import { expect, test } from 'vitest';
import type { PageBody, WebsiteBody, WebsiteValue } from '@/shared/api/generated';
import { foundLines } from './found';
import { linksOf, outcomeText, whyNothing } from './pages';

const page = (changes: Partial<PageBody> = {}): PageBody => ({
  url: 'https://shop.example/',
  links: [],
  paid: true,
  ...changes,
});
const refused = page({ error: 'Its robots.txt asks not to be read.', paid: false });

test('what came of a reading is said in pages and credits', () => {
  expect(outcomeText([page()], 1)).toBe('1 page · 1 credit');
  expect(outcomeText([page(), page(), refused], 2)).toBe('2 of 3 pages read, 2 credits.');
});

test('why nothing came is the first page’s reason, unless another page was read', () => {
  const site = (pages: PageBody[]) => ({ pages, status: 'completed' as const });
  expect(whyNothing(site([refused]))).toBe('Its robots.txt asks not to be read.');
  expect(whyNothing(site([refused, page()]))).toBeNull();
  expect(whyNothing(site([]))).toBeNull();
});

test('a link of several pages is listed once, with words if any page has them', () => {
  const link = (text: string) => ({ kind: 'inside' as const, text, url: 'https://shop.example/a' });
  const other = { kind: 'mail' as const, text: 'Write', url: 'mailto:info@shop.example' };
  expect(linksOf([page({ links: [link(''), other] }), page({ links: [link('About')] })])).toEqual([
    link('About'),
    other,
  ]);
});

const said = (value: string, by = 'text'): WebsiteValue => ({
  value,
  by,
  page: 'https://shop.example/contact',
  read_at: '2026-11-23T10:00:00Z',
});

test('what was found links to where a press leads', () => {
  const found: WebsiteBody = {
    emails: [said('a&b?c@shop.example', 'mailto link')],
    phones: [said('5415550101')],
    social: { instagram: said('https://instagram.com/shop'), facebook: said('javascript:alert(1)') },
    technology: [said('WordPress')],
    hours: said('Mo-Fr 09:00-17:00', 'openingHours'),
    read_at: '2026-11-23T10:00:00Z',
    wants: [],
  };
  expect(foundLines(found).map(({ what, text, link }) => [what, text, link])).toEqual([
    ['Email', 'a&b?c@shop.example', 'mailto:a%26b%3Fc@shop.example'],
    ['Phone', '(541) 555-0101', 'tel:5415550101'],
    ['Business hours', 'Mo-Fr 09:00-17:00', null],
    ['Instagram', 'https://instagram.com/shop', 'https://instagram.com/shop'],
    ['Facebook', 'javascript:alert(1)', null],
    ['Technology', 'WordPress', null],
  ]);
});
