/** A page of companies: the table and the pagination. */
import { Button } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { useNavigate } from 'react-router';
import type { CompanyList } from '@/shared/companies/companies-api';
import { DataTable } from '@/shared/table/DataTable';
import type { Selection } from '@/shared/table/selection';
import { Empty } from '@/shared/ui/QueryState';
import { countFilters, NO_FILTERS, type CompaniesAddress } from '../companies-address';
import { accountPath, type CompanyColumn } from './company-columns';
import { PAGE_SIZE, pageCount, Pagination } from './Pagination';
import classes from './CompaniesTable.module.css';

const MAX_HEIGHT = 'max(20rem, calc(100dvh - 26rem))';

interface CompaniesTableProps {
  address: CompaniesAddress;
  list: CompanyList;
  /** From the previous search, while the current one loads. */
  outdated: boolean;
  columns: readonly CompanyColumn[];
  hidden: ReadonlySet<string>;
  selection: Selection;
  /** The box around the rows. */
  box: RefObject<HTMLDivElement | null>;
}

export function CompaniesTable({
  address,
  list,
  outdated,
  columns,
  hidden,
  selection,
  box,
}: CompaniesTableProps) {
  const { page, sort, change } = address;
  const { companies, total_count: total } = list;
  const navigate = useNavigate();
  const pages = pageCount(total);
  // The whole last page may have been removed.
  const beyond = !outdated && page > pages && pages > 0;
  useEffect(() => {
    if (beyond) change({ page: pages }, { replace: true });
  });
  useBeginning(box, list.page);
  return (
    <div ref={box} className={classes.list} data-outdated={outdated || undefined}>
      <DataTable
        label="Saved companies"
        columns={columns}
        hidden={hidden}
        rows={companies}
        page={{ first: ((list.page ?? 1) - 1) * PAGE_SIZE, total }}
        rowId={({ company_id: id }) => id}
        rowName={({ company_name: name }) => name}
        sortedByServer
        sort={sort}
        onSort={(next) => {
          change({ sort: next });
        }}
        onOpen={(company) => {
          void navigate(accountPath(company));
        }}
        selection={selection}
        maxHeight={MAX_HEIGHT}
        empty={
          beyond ? null : (
            <NoMatch
              address={address}
              onCleared={() => {
                // The button disappears; the search box stays.
                box.current?.parentElement?.querySelector<HTMLElement>('input[type="search"]')?.focus();
              }}
            />
          )
        }
      />
      <Pagination
        page={Math.min(page, Math.max(pages, 1))}
        total={total}
        onPage={(next) => {
          change({ page: next });
        }}
      />
    </div>
  );
}

/** A page longer than the screen is scrolled back to its start. */
function useBeginning(box: RefObject<HTMLDivElement | null>, page: number | null | undefined) {
  const before = useRef(page);
  useLayoutEffect(() => {
    if (before.current === page) return;
    before.current = page;
    if ((box.current?.getBoundingClientRect().top ?? 0) < 0) box.current?.scrollIntoView();
  }, [box, page]);
}

interface NoMatchProps {
  address: CompaniesAddress;
  onCleared: () => void;
}

function NoMatch({ address: { search, filters, change }, onCleared }: NoMatchProps) {
  const searched = search.trim() !== '';
  const filtered = countFilters(filters) > 0;
  const what = [searched ? 'search' : '', filtered ? 'filters' : '']
    .filter((part) => part !== '')
    .join(' and ');
  return (
    <Empty title="No company matches.">
      {what === '' ? null : (
        <Button
          mt="sm"
          variant="default"
          onClick={() => {
            onCleared();
            change({ search: '', filters: NO_FILTERS });
          }}
        >
          {`Clear ${what}`}
        </Button>
      )}
    </Empty>
  );
}
