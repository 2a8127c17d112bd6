/** Which companies are chosen: over pages and orders, until something else is searched or filtered for. */
import { useState } from 'react';
import type { PackedCompany, SavedCompany } from '@/shared/companies/companies-api';
import { withAll, type Selection } from '@/shared/table/selection';

const NONE: ReadonlySet<string> = new Set();

export interface ChosenCompanies extends Selection {
  /** How many of them are not on the page that is shown. */
  elsewhere: number;
  /** They were chosen as all that match, and none was chosen or dropped since. */
  all: boolean;
  chooseAll: (companies: readonly PackedCompany[]) => void;
  /** These are chosen no more. */
  drop: (ids: readonly string[]) => void;
  clear: () => void;
  nameOf: (id: string) => string;
  /** How a company spells a tag, as far as it was shown: tags that differ in case alone are one. */
  spellingOf: (id: string, tag: string) => string | undefined;
  /** Remembers how these are called, whether their page was seen or not. */
  learn: (companies: readonly PackedCompany[]) => void;
}

/**
 * `of` is what the choice belongs to: another search has none. What does not match it any more, since its status was
 * changed or it was removed elsewhere, is not chosen, where the page that is `shown` has all of the `total` that do;
 * else it counts as not shown.
 */
export function useChosenCompanies(
  of: string,
  shown: readonly SavedCompany[],
  total: number,
): ChosenCompanies {
  const [chosen, setChosen] = useState({ of, ids: NONE, all: false });
  // Of companies that were met; a page that is left takes its own with it.
  const [names] = useState(() => new Map<string, string>());
  const matching = new Set(shown.map(({ company_id: id }) => id));
  const kept = chosen.of === of ? chosen.ids : NONE;
  const away = [...kept].filter((id) => !matching.has(id));
  const isWhole = shown.length >= total;
  const ids = isWhole && away.length > 0 ? withAll(kept, away, false) : kept;
  const [tags] = useState(() => new Map<string, string[]>());
  const onChange = (next: ReadonlySet<string>) => {
    for (const company of shown) {
      names.set(company.company_id, company.company_name);
      tags.set(company.company_id, company.tags);
    }
    setChosen({ of, ids: next, all: false });
  };
  const learn: ChosenCompanies['learn'] = (companies) => {
    for (const { company_id: id, name } of companies) names.set(id, name);
  };
  return {
    ids,
    elsewhere: isWhole ? 0 : away.length,
    onChange,
    all: chosen.of === of && chosen.all,
    chooseAll: (companies) => {
      learn(companies);
      setChosen({ of, ids: new Set(companies.map(({ company_id: id }) => id)), all: true });
    },
    drop: (gone) => {
      setChosen((now) => ({ of: now.of, ids: withAll(now.ids, gone, false), all: false }));
    },
    clear: () => {
      onChange(NONE);
    },
    spellingOf: (id, tag) => {
      const now = shown.find(({ company_id: each }) => each === id)?.tags ?? tags.get(id);
      return now?.find((each) => each.toLowerCase() === tag.toLowerCase());
    },
    nameOf: (id) => names.get(id) ?? 'A company',
    learn,
  };
}
