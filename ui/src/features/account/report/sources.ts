/** Where the facts of a business come from: each source once, under its license. */
import { explainFact } from '@/shared/facts/explain-fact';
import { hasFact, type Account } from '../account';

export interface LicensedSources {
  /** Null where nobody says. */
  licence: string | null;
  /** 'US Census Bureau: Population Estimates Program (2023)'. */
  sources: string[];
}

/** Facts that are made of several sources name them all. */
const AND = ' + ';

export function sourcesOf(account: Account): LicensedSources[] {
  const { row, book, answer } = account;
  const used = (book?.fields ?? [])
    .filter(({ key }) => hasFact(account, key))
    .map(({ key }) => explainFact(row, key, book, answer));
  const alone = new Set(used.flatMap(({ title }) => (title === null || title.includes(AND) ? [] : [title])));
  const byLicence = new Map<string | null, Set<string>>();
  for (const { title, publisher, vintage, licence } of used) {
    if (title === null) continue;
    // All of it is listed by itself.
    if (title.includes(AND) && title.split(AND).every((part) => alone.has(part))) continue;
    const listed = byLicence.get(licence) ?? new Set();
    const named = publisher === null ? title : `${publisher}: ${title}`;
    listed.add(vintage === null ? named : `${named} (${vintage})`);
    byLicence.set(licence, listed);
  }
  return [...byLicence].map(([licence, sources]) => ({ licence, sources: [...sources] }));
}
