/** A card lifted by keyboard or pointer, the column it is over, and the announcement for screen readers. */
import { useState } from 'react';
import type { SavedCompany } from '@/shared/companies/companies-api';
import { formatCounted } from '@/shared/lib/format';
import { STATUSES, statusLook, type ContactStatus } from '@/shared/status/contact-status';

interface Lifted {
  company: SavedCompany;
  from: ContactStatus;
  over: ContactStatus;
}

export interface Lifting {
  lifted: Lifted | null;
  /** For screen readers. */
  said: string;
  /** The card to focus in its new column. */
  focused: string | null;
  lift: (company: SavedCompany, from: ContactStatus) => void;
  /** To the next or previous column. */
  step: (by: 1 | -1) => void;
  hover: (over: ContactStatus) => void;
  /** Where it is, or where the pointer is. */
  drop: (at?: ContactStatus) => void;
  cancel: () => void;
  /** By its menu, without lifting. */
  send: (company: SavedCompany, from: ContactStatus, to: ContactStatus) => void;
}

interface Wanted {
  /** The number of companies in a column, if known. */
  countOf: (status: ContactStatus) => number | undefined;
  onMove: (company: SavedCompany, from: ContactStatus, to: ContactStatus) => void;
}

export function useLifting({ countOf, onMove }: Wanted): Lifting {
  const [lifted, setLifted] = useState<Lifted | null>(null);
  const [said, setSaid] = useState('');
  const [focused, setFocused] = useState<string | null>(null);
  const hover = (over: ContactStatus) => {
    if (lifted === null || lifted.over === over) return;
    setLifted({ ...lifted, over });
    const count = countOf(over);
    const many = count === undefined ? '' : `, ${formatCounted(count, 'company', 'companies')}`;
    setSaid(`${lifted.company.company_name} over ${statusLook(over).label}${many}`);
  };
  const end = (text: string) => {
    setSaid(text);
    setLifted(null);
  };
  const send: Lifting['send'] = (company, from, to) => {
    setFocused(company.company_id);
    onMove(company, from, to);
  };
  return {
    lifted,
    said,
    focused,
    lift: (company, from) => {
      setLifted({ company, from, over: from });
      setFocused(null);
      setSaid(`${company.company_name} lifted. Arrows choose a column, Space drops, Escape cancels.`);
    },
    step: (by) => {
      if (lifted === null) return;
      const next = STATUSES[STATUSES.indexOf(lifted.over) + by];
      if (next !== undefined) hover(next);
    },
    hover,
    drop: (at) => {
      if (lifted === null) return;
      const { company, from } = lifted;
      const to = at ?? lifted.over;
      end(`${company.company_name} dropped in ${statusLook(to).label}.`);
      send(company, from, to);
    },
    send,
    cancel: () => {
      if (lifted !== null) end(`${lifted.company.company_name} stays in ${statusLook(lifted.from).label}.`);
    },
  };
}
