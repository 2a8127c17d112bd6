/** /logs: the sessions of a period with their results and credits. Filters are in the URL. */
import { Button, NativeSelect, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { api } from '@/shared/api/api';
import { errorStatus } from '@/shared/api/api-error';
import type { CreditHistoryApiResponse } from '@/shared/api/generated';
import { useAuth, useUser } from '@/shared/auth/auth-context';
import { formatNumber } from '@/shared/lib/format';
import { TableSkeleton } from '@/shared/table/TableSkeleton';
import { Icon } from '@/shared/ui/Icon';
import { IconRefresh } from '@/shared/ui/icons';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { QueryState } from '@/shared/ui/QueryState';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';
import {
  ofType,
  periodDays,
  PERIODS,
  SCRAPE_TYPES,
  scrapeType,
  summary,
  type HistoryEntry,
} from './history-entry';
import { HISTORY_COLUMNS, HistoryTable } from './HistoryTable';
import classes from './HistoryPage.module.css';

export function HistoryPage() {
  const { user } = useAuth();
  return (
    <>
      <PageHeader description="Every search you ran, what it found, and what it cost." />
      {user === null ? (
        <Panel title="Signed out">
          <Text>Please log in to view your scraping history.</Text>
        </Panel>
      ) : (
        <History />
      )}
    </>
  );
}

function History() {
  const { sub: userId } = useUser();
  const [params, setParams] = useSearchParams();
  const days = periodDays(params.get('days'));
  const type = scrapeType(params.get('type'));
  const query = useCreditHistoryQuery({ userId, days: String(days) }, { refetchOnMountOrArgChange: true });
  const shown = (answer: CreditHistoryApiResponse) => ofType(answer.data, type);

  const setFilter = (name: 'days' | 'type', value: string) => {
    setParams(
      (current) => {
        current.set(name, value);
        return current;
      },
      { replace: true },
    );
  };

  return (
    <>
      <div className={classes.filters} role="search" aria-label="Filters">
        <NativeSelect
          label="Time Period"
          value={days}
          onChange={(event) => {
            setFilter('days', event.currentTarget.value);
          }}
          data={PERIODS.map((period) => ({ value: String(period.days), label: period.label }))}
        />
        <NativeSelect
          label="Scrape Type"
          value={type}
          onChange={(event) => {
            setFilter('type', event.currentTarget.value);
          }}
          data={SCRAPE_TYPES.map((option) => ({ value: option.type, label: option.label }))}
        />
        <Button
          variant="default"
          leftSection={<Icon of={IconRefresh} size={16} />}
          loading={query.isFetching}
          onClick={query.refetch}
        >
          Refresh
        </Button>
      </div>
      <QueryState
        query={query}
        loading={{ text: 'Loading your scraping history...', skeleton: <HistorySkeleton /> }}
        failure={{
          title: 'Error Loading History',
          message: (error) => `Failed to fetch history: ${errorStatus(error)}`,
        }}
        minHeight={440}
      >
        {(answer) => (
          <>
            <HistorySummary entries={shown(answer)} />
            <HistoryTable entries={shown(answer)} />
          </>
        )}
      </QueryState>
    </>
  );
}

/** As high as the summary and a table. */
function HistorySkeleton() {
  return (
    <>
      <HistorySummary entries={undefined} />
      <TableSkeleton columns={HISTORY_COLUMNS} />
    </>
  );
}

/** The three totals of the filtered rows; skeletons while loading. */
function HistorySummary({ entries }: { entries: readonly HistoryEntry[] | undefined }) {
  const totals = entries === undefined ? undefined : summary(entries);
  const shown = (figure: number | undefined) => (figure === undefined ? undefined : formatNumber(figure));
  return (
    <StatTiles label="Summary" oneRow>
      <StatTile label="Total Sessions" value={shown(totals?.sessions)} />
      <StatTile label="Results Scraped" value={shown(totals?.results)} />
      <StatTile label="Credits Used" value={shown(totals?.credits)} />
    </StatTiles>
  );
}

export const { useCreditHistoryQuery } = api.enhanceEndpoints({
  endpoints: { creditHistory: { providesTags: ['History'] } },
});
