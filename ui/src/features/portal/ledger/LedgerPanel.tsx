/** Every change of the credits, with the balance after it: what a session cost, and where credits came from. */
import { Button, NativeSelect, Skeleton, Stack } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { downloadLedger, saveBlob } from '@/shared/api/download';
import { errorMessage } from '@/shared/api/api-error';
import { useUser } from '@/shared/auth/auth-context';
import { formatShortId } from '@/shared/lib/format';
import { ledgerFilter, usePortal } from '@/shared/portal/portal-address';
import { Icon } from '@/shared/ui/Icon';
import { IconDownload, IconX } from '@/shared/ui/icons';
import { Notice } from '@/shared/ui/Notice';
import { QueryState } from '@/shared/ui/QueryState';
import { ALL, kindOf, KINDS, periodOf, PERIODS, usagePerDay, type LedgerFilters } from './ledger-entry';
import { LedgerList } from './LedgerList';
import { useWholeLedger } from './use-ledger';
import classes from './Ledger.module.css';

const UsageChart = lazy(async () => ({ default: (await import('./UsageChart')).UsageChart }));
const CHART_HEIGHT = 190;

export function LedgerPanel() {
  const query = useWholeLedger();
  const filters = useLedgerFilters();
  const [now] = useState(() => Date.now());
  return (
    <QueryState
      query={query}
      loading={{ text: 'Loading the ledger...', skeleton: <LedgerSkeleton /> }}
      failure={{ title: 'Unable to load the ledger', message: errorMessage, retry: 'Retry' }}
      minHeight={520}
    >
      {(entries) => (
        <Stack gap="lg">
          <Suspense fallback={<Skeleton h={CHART_HEIGHT} radius="md" />}>
            <UsageChart days={usagePerDay(entries, now)} />
          </Suspense>
          <Filters filters={filters} />
          <LedgerList key={Object.values(filters).join()} entries={entries} filters={filters} />
        </Stack>
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

function Filters({ filters }: { filters: LedgerFilters }) {
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
      <DownloadCsv />
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

/** The whole ledger as a file. */
function DownloadCsv() {
  const { sub: userId } = useUser();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const onClick = async () => {
    setBusy(true);
    const file = await downloadLedger(userId);
    setBusy(false);
    setFailure(file.ok ? null : file.error.message);
    if (file.ok) saveBlob(file.blob, 'ledger.csv');
  };
  return (
    <>
      <Button
        variant="default"
        title="The whole ledger"
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

function LedgerSkeleton() {
  return (
    <Stack gap="lg">
      <Skeleton h={CHART_HEIGHT} radius="md" />
      <Skeleton h={60} />
      <Skeleton h={220} />
    </Stack>
  );
}
