/** The columns of the list: the six fixed ones, the account link, and the optional ones. */
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Field } from '@/shared/api/generated';
import type { SavedCompany } from '@/shared/companies/companies-api';
import type { FieldBook } from '@/shared/facts/field-book';
import { formatFact, headUnit } from '@/shared/facts/format-fact';
import { readFact, type FactRow } from '@/shared/facts/read-fact';
import { formatDate } from '@/shared/lib/format';
import { websiteLink } from '@/shared/lib/website-link';
import { paths } from '@/shared/paths';
import { StatusChip } from '@/shared/status/StatusChip';
import { statusLook } from '@/shared/status/contact-status';
import type { Column } from '@/shared/table/column';
import { CompanyName } from './CompanyName';
import { ScoreCell } from './ScoreCell';

export type CompanyColumn = Column<SavedCompany>;

/** Looked up in the business's row first, then in the company. */
export function companyValue(company: SavedCompany, key: string): unknown {
  const row: FactRow = company.business_data;
  return row[key] ?? (company as unknown as FactRow)[key];
}

export function accountPath({ session_id: sessionKey, business_row_idx: rowIdx }: SavedCompany): string {
  return paths.account(sessionKey, rowIdx);
}

const CORE: CompanyColumn[] = [
  {
    id: 'company_name',
    label: 'Company Name',
    width: 250,
    always: true,
    value: (company) => company.company_name,
    cell: (company) => <CompanyName company={company} />,
  },
  {
    id: 'city',
    label: 'City',
    width: 130,
    always: true,
    value: (company) => companyValue(company, 'city'),
  },
  {
    id: 'state',
    label: 'State',
    width: 80,
    always: true,
    value: (company) => companyValue(company, 'state'),
  },
  {
    id: 'main_category',
    label: 'Main Category',
    width: 150,
    always: true,
    onPhone: 'hidden',
    value: (company) => companyValue(company, 'main_category'),
  },
  {
    id: 'market_intelligence_score',
    label: 'Market Score',
    width: 140,
    numeric: true,
    always: true,
    onPhone: 'aside',
    value: (company) => companyValue(company, 'market_intelligence_score'),
    cell: (company) => <ScoreCell score={companyValue(company, 'market_intelligence_score')} />,
  },
  {
    id: 'contact_status',
    label: 'Account Status',
    width: 170,
    always: true,
    value: (company) => statusLook(company.contact_status).label,
    cell: (company) => <StatusChip status={company.contact_status} capitals />,
  },
];

const ACTIONS: CompanyColumn = {
  id: 'actions',
  label: 'Actions',
  width: 118,
  sortable: false,
  always: true,
  onPhone: 'below',
  value: () => null,
  cell: (company) => (
    <Anchor
      component={Link}
      size="sm"
      to={accountPath(company)}
      aria-label={`View Account of ${company.company_name}`}
    >
      View Account
    </Anchor>
  ),
};

/** The user's own entries, which are not in the field book. */
const OWN: CompanyColumn[] = [
  {
    id: 'follow_up_date',
    label: 'Follow-up',
    width: 140,
    value: ({ follow_up_date: date }) => date ?? null,
    cell: ({ follow_up_date: date }) => (date == null ? '' : <time dateTime={date}>{formatDate(date)}</time>),
  },
  { id: 'tags', label: 'Tags', width: 200, sortable: false, value: ({ tags }) => tags },
  {
    id: 'saved_at',
    label: 'Saved',
    width: 140,
    value: ({ saved_at: at }) => at,
    cell: ({ saved_at: at }) => <time dateTime={at}>{formatDate(at)}</time>,
  },
];

/** Fields too large for a cell, or already in the list. */
const NO_CELL: ReadonlySet<Field['type']> = new Set(['businesses', 'factors', 'outline']);
const SHOWN_ALREADY = new Set([...CORE.map(({ id }) => id), 'name', 'row_idx', 'sample', 'polygon_coords']);

/** The optional columns: the user's own entries, then the fields with data. */
export function optionalColumns(book: FieldBook | null): CompanyColumn[] {
  const fields = (book?.fields ?? []).filter(
    ({ key, type, available, fact }) => !SHOWN_ALREADY.has(key) && !NO_CELL.has(type) && (available || !fact),
  );
  return [...OWN, ...fields.map((field) => fieldColumn(field, book))];
}

export function listColumns(optional: readonly CompanyColumn[]): CompanyColumn[] {
  return [...CORE, ...optional, ACTIONS];
}

export const OWN_IDS: ReadonlySet<string> = new Set(OWN.map(({ id }) => id));

function fieldColumn(field: Field, book: FieldBook | null): CompanyColumn {
  const unit = headUnit(field);
  const value = ({ business_data: row }: SavedCompany) => readFact(row, field.key);
  const text = (company: SavedCompany) => formatFact(field, value(company), { unitInHead: true }) ?? '';
  return {
    id: field.key,
    label: field.label,
    ...(unit === undefined ? {} : { unit }),
    ...(book === null ? {} : { group: book.groupLabel(field) }),
    numeric: field.type === 'number',
    // The server sorts the pages, but not by facts.
    sortable: false,
    onPhone: 'hidden',
    value,
    cell: (company) => <FieldCell field={field} text={text(company)} />,
  };
}

function FieldCell({ field, text }: { field: Field; text: string }) {
  const address = field.format === 'link' ? websiteLink(text) : null;
  if (address !== null) {
    return (
      <Anchor size="sm" href={address} target="_blank" rel="noopener noreferrer" title={text}>
        {text.replace(/^https?:\/\//i, '').replace(/\/$/, '')}
      </Anchor>
    );
  }
  return <span title={text}>{text}</span>;
}
