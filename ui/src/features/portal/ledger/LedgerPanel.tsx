/** Every change of the credits with the balance after it: what a session cost, and where credits came from. */
import { Button, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { api } from '@/shared/api/api';
import { downloadLedger } from '@/shared/api/download';
import type { CreditLedgerApiArg } from '@/shared/api/generated';
import { errorMessage } from '@/shared/api/api-error';
import { useUser } from '@/shared/auth/auth-context';
import { formatShortId } from '@/shared/lib/format';
import { ledgerFilter, usePortal } from '@/shared/portal/portal-address';
import { Icon } from '@/shared/ui/Icon';
import { IconDownload, IconX } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/Notice';
import { QueryState } from '@/shared/ui/QueryState';
import { ALL, kindOf, KINDS, periodOf, PERIODS, type LedgerFilters } from './ledger-entry';
import { LedgerList } from './LedgerList';
import { useLedgerWindow } from './use-ledger';
import classes from './Ledger.module.css';

const UsageChart = lazy(async () => ({ default: (await import('./UsageChart')).UsageChart }));
const CHART_HEIGHT = 190;
const USAGE_DAYS = 30;
const { useCreditUsageQuery } = api;

export function LedgerPanel() {
  const filters = useLedgerFilters();
  const wanted = useLedgerWindow(filters);
  return (
    <Stack gap="lg">
      <Usage />
      <Filters filters={filters} wanted={wanted} />
      <LedgerList key={Object.values(filters).join()} wanted={wanted} />
    </Stack>
  );
}

function Usage() {
  const { sub: userId } = useUser();
  const query = useCreditUsageQuery({ userId, days: USAGE_DAYS }, { refetchOnMountOrArgChange: true });
  const bones = <Skeleton h={CHART_HEIGHT} radius="md" />;
  return (
    <QueryState
      query={query}
      loading={{ text: 'Loading the usage...', skeleton: bones, onlyHeard: true }}
      failure={{ title: 'Unable to load the usage', message: errorMessage, retry: 'Retry' }}
      minHeight={CHART_HEIGHT}
    >
      {({ days }) => (
        <Suspense fallback={bones}>
          <UsageChart days={days} />
        </Suspense>
      )}
    </QueryState>
  );
}

function useLedgerFilters(): LedgerFilters {
  const { params } = usePortal();
  return {
    kind: kindOf(ledgerFilter(params, 'kind')),
    period: periodOf(ledgerFilter(params, 'period')),
    session: ledgerFilter(params, 'session'),
  };
}

function Filters({ filters, wanted }: { filters: LedgerFilters; wanted: CreditLedgerApiArg }) {
  const { setLedgerFilter } = usePortal();
  return (
    <div className={classes.filters} role="search" aria-label="Ledger filters">
      <NativeSelect
        label="Kind"
        value={filters.kind}
        data={KINDS.map(({ kind, label }) => ({ value: kind, label }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setLedgerFilter('kind', value === ALL ? null : value);
        }}
      />
      <NativeSelect
        label="Time"
        value={filters.period}
        data={PERIODS.map(({ period, label }) => ({ value: period, label }))}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setLedgerFilter('period', value === ALL ? null : value);
        }}
      />
      <DownloadCsv wanted={wanted} />
      {filters.session === null ? null : (
        <Button
          className={classes.session}
          size="xs"
          variant="default"
          rightSection={<Icon of={IconX} size={14} />}
          aria-label={`Session ${formatShortId(filters.session)}: show all sessions`}
          onClick={() => {
            setLedgerFilter('session', null);
          }}
        >
          Session {formatShortId(filters.session)}
        </Button>
      )}
    </div>
  );
}

/** All filtered entries as a file. */
function DownloadCsv({ wanted }: { wanted: CreditLedgerApiArg }) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const onClick = async () => {
    setBusy(true);
    setFailure(await downloadLedger(wanted));
    setBusy(false);
  };
  return (
    <>
      <Button
        variant="default"
        title="All of these entries as a file"
        leftSection={<Icon of={IconDownload} size={16} />}
        loading={busy}
        onClick={onClick}
      >
        CSV
      </Button>
      {failure === null ? null : (
        <div className={classes.session}>
          <Notice tone="bad">{failure}</Notice>
        </div>
      )}
    </>
  );
}
