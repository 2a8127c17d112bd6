/** /logs: the sessions of a period, with their results and credits. The filters stand in the URL. */
import { Button, NativeSelect, Text } from '@mantine/core';
import { useSearchParams } from 'react-router';
import { errorStatus } from '@/shared/api/api-error';
import { useAuth } from '@/shared/auth/auth-context';
import { Icon } from '@/shared/ui/Icon';
import { IconRefresh } from '@/shared/ui/icons';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { useCreditHistoryQuery } from './history-api';
import { HistorySummary } from './HistorySummary';
import { HistoryTable } from './HistoryTable';
import { ofType, periodDays, PERIODS, SCRAPE_TYPES, scrapeType } from './history-entry';
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
        <History userId={user.sub} />
      )}
    </>
  );
}

function History({ userId }: { userId: string }) {
  const [params, setParams] = useSearchParams();
  const days = periodDays(params.get('days'));
  const type = scrapeType(params.get('type'));
  const { currentData, error, isFetching, refetch } = useCreditHistoryQuery(
    { userId, days: String(days) },
    { refetchOnMountOrArgChange: true },
  );
  const entries = currentData === undefined ? undefined : ofType(currentData.data, type);

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
          loading={isFetching}
          onClick={refetch}
        >
          Refresh
        </Button>
      </div>
      {error !== undefined ? (
        <Panel title="Error Loading History">
          <div role="alert">
            <Text mb="md">Failed to fetch history: {errorStatus(error)}</Text>
            <Button onClick={refetch} loading={isFetching}>
              Try Again
            </Button>
          </div>
        </Panel>
      ) : (
        <>
          <HistorySummary entries={entries} />
          <Panel title="Sessions">
            {entries === undefined ? (
              <LoadingScreen label="Loading your scraping history..." minHeight={220} />
            ) : (
              <HistoryTable entries={entries} />
            )}
          </Panel>
        </>
      )}
    </>
  );
}
