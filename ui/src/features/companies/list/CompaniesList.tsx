/** The list: toolbar or what is done to chosen companies, table, pages. */
import { useState } from 'react';
import type { CompanyList } from '@/shared/companies/companies-api';
import { today } from '@/shared/lib/day';
import { ColumnChooser } from '@/shared/table/ColumnChooser';
import { BulkOutcome } from '@/shared/ui/BulkOutcome';
import { Notice } from '@/shared/ui/Notice';
import { BulkBar } from '../changes/BulkBar';
import { StaleFacts } from '../changes/StaleFacts';
import { useActions } from '../changes/use-actions';
import { useBulk } from '../changes/use-bulk';
import { useFocusKept } from '../changes/use-focus-kept';
import { useChosenCompanies } from '../changes/use-selection';
import { filterArguments, type CompaniesAddress } from '../companies-address';
import { ChosenFilters } from '../filters/ChosenFilters';
import { Toolbar } from '../Toolbar';
import type { SettledText } from '@/shared/lib/use-settled-text';
import { CompaniesTable } from './CompaniesTable';
import type { OptionalColumns } from './use-optional-columns';

interface CompaniesListProps {
  address: CompaniesAddress;
  searchText: SettledText;
  list: CompanyList;
  /** Of an earlier search, while the present one is answered. */
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
          onFailure={setFailure}
        />
      )}
      <ChosenFilters address={address} found={found} saved={saved} />
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
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
