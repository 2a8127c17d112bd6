/** The list: toolbar or bulk actions, table, pagination. */
import { useEffect, useRef, useState } from 'react';
import type { CompanyList } from '@/shared/companies/companies-api';
import { today } from '@/shared/lib/day';
import type { DebouncedText } from '@/shared/lib/use-debounced-text';
import { ColumnChooser } from '@/shared/table/ColumnChooser';
import { BulkOutcome } from '@/shared/ui/BulkOutcome';
import { Notice } from '@/shared/ui/Notice';
import { ReadingState } from '@/shared/websites/ReadWebsites';
import { useReading, useRunningReading } from '@/shared/websites/use-reading';
import { BulkBar } from '../changes/BulkBar';
import { StaleFacts } from '../changes/StaleFacts';
import { useActions } from '../changes/use-actions';
import { useBulk } from '../changes/use-bulk';
import { useChosenCompanies, type ChosenCompanies } from '../changes/use-selection';
import { filterArguments, type CompaniesAddress } from '../companies-address';
import { ChosenFilters } from '../filters/ChosenFilters';
import { Toolbar } from '../Toolbar';
import { CompaniesTable } from './CompaniesTable';
import type { OptionalColumns } from './use-optional-columns';

interface CompaniesListProps {
  address: CompaniesAddress;
  searchText: DebouncedText;
  list: CompanyList;
  /** From the previous search, while the current one loads. */
  outdated: boolean;
  columns: OptionalColumns;
}

export function CompaniesList({ address, searchText, list, outdated, columns }: CompaniesListProps) {
  const { search, filters, change } = address;
  const { companies, total_count: total, saved_total: saved, stale_total: stale, due_total: due } = list;
  const narrowed = filterArguments({ search, filters }, today());
  const chosen = useChosenCompanies(JSON.stringify(narrowed), companies, total);
  const bulk = useBulk(chosen.nameOf);
  const actions = useActions();
  const box = useFocusKept(chosen, bulk.progress !== null);
  const [failure, setFailure] = useState<string | null>(null);
  const reading = useReading(useRunningReading(({ of }) => of === 'companies'));
  const found = outdated ? null : total;
  return (
    <>
      {stale === 0 ? null : (
        <StaleFacts
          count={stale}
          shown={filters.stale}
          onShow={(shown) => {
            change({ filters: { ...filters, stale: shown } });
          }}
          bulk={bulk}
          actions={actions}
          onLearn={chosen.learn}
          onFailure={setFailure}
        />
      )}
      {chosen.ids.size === 0 ? (
        <Toolbar address={address} searchText={searchText} found={found} due={due} onFailure={setFailure}>
          <ColumnChooser columns={columns.columns} hidden={columns.hidden} onChange={columns.setHidden} />
        </Toolbar>
      ) : (
        <BulkBar
          chosen={chosen}
          bulk={bulk}
          actions={actions}
          filters={narrowed}
          total={total}
          reading={reading}
          onFailure={setFailure}
        />
      )}
      <ChosenFilters address={address} found={found} saved={saved} />
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      <ReadingState reading={reading} />
      {bulk.outcome === null ? null : (
        <BulkOutcome {...bulk.outcome} verb="changed" onDismiss={bulk.dismiss} />
      )}
      <CompaniesTable
        address={address}
        list={list}
        outdated={outdated}
        columns={columns.columns}
        hidden={columns.hidden}
        selection={chosen}
        box={box}
      />
    </>
  );
}

/** The confirmation dialog may still be closing. */
const CLOSED_MS = 300;

/**
 * After a change to many companies the control that was pressed is gone or disabled: the focus then moves to the rows.
 * For the box that holds them, as a table or a list.
 */
function useFocusKept({ ids, all }: ChosenCompanies, busy: boolean) {
  const box = useRef<HTMLDivElement>(null);
  const none = ids.size === 0;
  const before = useRef({ none, all, busy });
  useEffect(() => {
    const was = before.current;
    before.current = { none, all, busy };
    if (busy || (was.none === none && was.all === all && was.busy === busy)) return undefined;
    const find = () => {
      if (document.activeElement !== document.body) return;
      const rows = box.current?.querySelector('tbody, ul');
      const chosen = rows?.querySelector<HTMLElement>('input:checked');
      // Without scrolling away from where it was pressed.
      (chosen ?? rows?.querySelector('input'))?.focus({ preventScroll: true });
    };
    find();
    const timer = setTimeout(find, CLOSED_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [none, all, busy]);
  return box;
}
