/** /my-companies: the user's saved companies, as a list or as a board by status. The address holds what is shown. */
import { Anchor, Button, Group, SegmentedControl } from '@mantine/core';
import { Link } from 'react-router';
import { useCredits } from '@/shared/credits/use-credits';
import { formatNumber } from '@/shared/lib/format';
import { useDebouncedText } from '@/shared/lib/use-debounced-text';
import { paths } from '@/shared/paths';
import { TableSkeleton } from '@/shared/table/TableSkeleton';
import { Icon } from '@/shared/ui/Icon';
import { IconMapPin } from '@/shared/ui/icons';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Empty, QueryState } from '@/shared/ui/QueryState';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';
import { BoardView } from './board/CompaniesBoard';
import { mapFilters, useCompaniesAddress, type CompaniesAddress, type View } from './companies-address';
import { KnownList } from './known/KnownList';
import { CompaniesList } from './list/CompaniesList';
import { useOptionalColumns } from './list/use-optional-columns';

import { useCompanies, useOverview } from './use-companies';
import classes from './CompaniesPage.module.css';

const VIEWS: { value: View; label: string }[] = [
  { value: 'list', label: 'List' },
  { value: 'board', label: 'Board' },
];
const COLUMNS_OF_SKELETON = 7;
const ROWS_OF_SKELETON = 12;

export function CompaniesPage() {
  const address = useCompaniesAddress();
  const searchText = useDebouncedText(address.search, (search) => {
    address.change({ search });
  });
  const columns = useOptionalColumns(address.filters);
  const asBoard = address.view === 'board';
  const list = useCompanies(address, { fields: columns.fields, skip: asBoard });
  const overview = useOverview({ skip: !asBoard });
  const shown = asBoard ? overview : list;
  // The switch between the two stays while the other one loads.
  const total = (shown.data ?? list.data ?? overview.data)?.saved_total;
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <Anchor component={Link} to={paths.home()} size="sm">
          ‹ Back to Dashboard
        </Anchor>
        <PageHeader>
          {total === undefined || total === 0 ? null : (
            <Group gap="sm">
              <SegmentedControl
                size="sm"
                aria-label="Show companies as"
                data={VIEWS}
                value={address.view}
                onChange={(view) => {
                  address.change({ view });
                }}
              />
              <ViewOnMap address={address} />
            </Group>
          )}
        </PageHeader>
      </div>
      <CompaniesStats total={total} failed={shown.isError} />
      <QueryState
        // Rows of the previous search stay until the current one is answered.
        query={{ ...shown, currentData: shown.data }}
        loading={{
          text: 'Loading your saved companies...',
          skeleton: <TableSkeleton columns={COLUMNS_OF_SKELETON} rows={ROWS_OF_SKELETON} />,
        }}
        failure={{
          title: 'Error:',
          message: () => 'Unable to load saved companies. Please try again.',
        }}
        empty={{ when: ({ saved_total: saved }) => saved === 0, content: <NothingSaved /> }}
        minHeight={480}
      >
        {(answer) =>
          asBoard ? (
            <BoardView address={address} searchText={searchText} due={answer.due_total} />
          ) : (
            <CompaniesList
              address={address}
              searchText={searchText}
              list={answer}
              outdated={list.currentData === undefined}
              columns={columns}
            />
          )
        }
      </QueryState>
      <KnownList />
    </div>
  );
}

/** With the filters that the map has too. */
function ViewOnMap({ address }: { address: CompaniesAddress }) {
  return (
    <Button
      component={Link}
      to={{ pathname: paths.companiesMap(), search: mapFilters(address.filters) }}
      variant="default"
      leftSection={<Icon of={IconMapPin} size={16} />}
    >
      View on Map
    </Button>
  );
}

function NothingSaved() {
  const { currentData: credits } = useCredits();
  // That plan has another button there.
  const upgrades = credits?.can_save_companies === false;
  const click = upgrades ? 'Upgrade to Save Companies' : 'Save All to My Companies';
  return (
    <Empty
      title="No Companies Saved Yet"
      hint={`Scrape businesses, then click '${click}' on the results page.`}
    >
      <Button component={Link} to={paths.home()} mt="sm">
        Start Scraping Businesses
      </Button>
    </Empty>
  );
}

/** Counts of saved companies and credits; credits that cannot be loaded are 0, and the plan stays 'Loading...'. */
function CompaniesStats({ total, failed }: { total: number | undefined; failed: boolean }) {
  const { currentData: credits } = useCredits();
  return (
    <StatTiles label="Companies and credits" oneRow>
      <StatTile
        label="Total Companies"
        value={total === undefined ? (failed ? '–' : undefined) : formatNumber(total)}
      />
      <StatTile label="Credits Remaining" value={formatNumber(credits?.available_credits ?? 0)} />
      <StatTile
        label="Current Tier"
        value={credits === undefined ? 'Loading...' : capitalized(credits.tier)}
      />
    </StatTiles>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
