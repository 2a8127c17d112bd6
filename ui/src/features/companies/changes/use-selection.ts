/** The chosen companies, across pages and sort orders, until the search or filter changes. */
import { useState } from 'react';
import type { PackedCompany, SavedCompany } from '@/shared/companies/companies-api';
import { withAll, type Selection } from '@/shared/table/selection';

const NONE: ReadonlySet<string> = new Set();

export interface ChosenCompanies extends Selection {
  /** How many are not on the shown page. */
  elsewhere: number;
  /** Chosen as all matches, and unchanged since. */
  all: boolean;
  chooseAll: (companies: readonly PackedCompany[]) => void;
  drop: (ids: readonly string[]) => void;
  clear: () => void;
  nameOf: (id: string) => string;
  /** A company's spelling of a tag, if it was shown: tags that differ only in case are one. */
  spellingOf: (id: string, tag: string) => string | undefined;
  /** Remembers their names, whether or not their page was shown. */
  learn: (companies: readonly PackedCompany[]) => void;
}

/**
 * `of` is the search the choice belongs to: another search starts without one. A chosen company that no longer
 * matches (its status changed, or it was removed elsewhere) is dropped if the `shown` page has all `total` matches;
 * otherwise it counts as not shown.
 */
export function useChosenCompanies(
  of: string,
  shown: readonly SavedCompany[],
  total: number,
): ChosenCompanies {
  const [chosen, setChosen] = useState({ of, ids: NONE, all: false });
  // Names of companies seen so far, since a page takes its own with it.
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
