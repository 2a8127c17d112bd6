/** What the reader found on a website, in lines. */
import type { WebsiteBody, WebsiteValue } from '@/shared/api/generated';
import { formatPhone } from '@/shared/lib/format-phone';
import { websiteLink } from '@/shared/lib/website-link';
import { mailtoLink, networkName } from '@/shared/websites/words';

export interface FoundLine extends WebsiteValue {
  what: string;
  text: string;
  /** Where a press leads; null if nowhere. */
  link: string | null;
}

export function foundLines(found: WebsiteBody): FoundLine[] {
  const line = (what: string, said: WebsiteValue, text = said.value, link: string | null = null) => ({
    ...said,
    what,
    text,
    link,
  });
  const one = (what: string, said: WebsiteValue | null | undefined) =>
    said == null ? [] : [line(what, said)];
  return [
    ...found.emails.map((said) => line('Email', said, said.value, mailtoLink(said.value))),
    ...found.phones.map((said) => line('Phone', said, formatPhone(said.value), `tel:${said.value}`)),
    ...one('Business hours', found.hours),
    ...Object.entries(found.social).map(([network, said]) =>
      line(networkName(network), said, said.value, websiteLink(said.value)),
    ),
    ...one('Price range', found.price_range),
    ...one('Founding date', found.founding_date),
    ...one('Employees', found.employees),
    ...one('Locations', found.locations),
    ...one('Coordinates', found.coordinates),
    ...found.technology.map((said) => line('Technology', said)),
  ];
}
