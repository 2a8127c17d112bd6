/** The runs of a schedule, newest first. */
import { Anchor, Button, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '@/shared/api/api-error';
import type { MonitorBody, MonitorRun } from '@/shared/api/generated';
import { formatCounted, formatDayTime, formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { TableSkeleton } from '@/shared/table/TableSkeleton';
import { Empty, QueryState } from '@/shared/ui/QueryState';
import { usePhone } from '@/shared/ui/use-phone';
import { useRunPagesInfiniteQuery } from './monitors-api';
import { Counts } from './parts';
import { inOneLine, isBaseline, resultText, runNotes } from './words';

const COLUMN_COUNT = 6;
const MIN_HEIGHT = 220;

interface RunsTableProps {
  monitor: MonitorBody;
  /** The session of the run that is opened. */
  opened: string | null;
}

export function RunsTable({ monitor, opened }: RunsTableProps) {
  const query = useRunPagesInfiniteQuery(monitor.id, { refetchOnMountOrArgChange: true });
  const { currentData, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const runs = useMemo(() => currentData?.pages.flatMap((page) => page.runs), [currentData]);
  const phone = usePhone();
  return (
    <QueryState
      query={{ ...query, currentData: runs }}
      loading={{
        text: 'Loading the runs...',
        skeleton: <TableSkeleton columns={COLUMN_COUNT} />,
        onlyHeard: true,
      }}
      failure={{ title: 'The runs could not be loaded', message: errorMessage }}
      empty={{ when: ({ length }) => length === 0, content: <Empty title="No runs yet." /> }}
      minHeight={MIN_HEIGHT}
    >
      {(loaded) => (
        <>
          <DataTable
            label="Runs"
            columns={phone ? phoneColumns(monitor) : columnsOf(monitor)}
            rows={loaded}
            rowId={({ slot }) => slot}
            rowName={({ slot }) => `run of ${formatDayTime(slot)}`}
            marked={loaded.find(({ session_key: key }) => key != null && key === opened)?.slot ?? null}
            empty={null}
          />
          {hasNextPage ? (
            <Button
              variant="default"
              size="sm"
              loading={isFetchingNextPage}
              onClick={() => void fetchNextPage()}
            >
              Show older runs
            </Button>
          ) : null}
        </>
      )}
    </QueryState>
  );
}

function whenColumn({ id }: MonitorBody): Column<MonitorRun> {
  return {
    id: 'when',
    label: 'When',
    width: 190,
    sortable: false,
    value: ({ slot }) => slot,
    cell: ({ slot, session_key: session }) => {
      const when = <time dateTime={slot}>{formatDayTime(slot)}</time>;
      if (session == null) return when;
      return (
        <Anchor component={Link} inherit to={paths.monitor(id, session)}>
          {when}
        </Anchor>
      );
    },
  };
}

/** Whether its figures say something: it compared what is there with what was known. */
function isCompared(run: MonitorRun, { first }: MonitorBody): boolean {
  if (run.new + run.changed + run.gone > 0) return true;
  return run.result === 'completed' && !isBaseline(run, first);
}

function columnsOf(monitor: MonitorBody): Column<MonitorRun>[] {
  const figure = (id: 'new' | 'changed' | 'gone' | 'paid', label: string): Column<MonitorRun> => ({
    id,
    label,
    width: 85,
    numeric: true,
    sortable: false,
    value: (run) => run[id],
    cell: (run) => (isCompared(run, monitor) || id === 'paid' ? formatNumber(run[id]) : null),
  });
  return [
    whenColumn(monitor),
    {
      id: 'result',
      label: 'Result',
      width: 545,
      sortable: false,
      value: (run) => inOneLine([resultText(run), ...runNotes(run, monitor)]),
    },
    figure('new', 'New'),
    figure('changed', 'Changed'),
    figure('gone', 'Gone'),
    figure('paid', 'Credits'),
  ];
}

/** '+3 ~1 −0 · 3 credits'. */
function phoneColumns(monitor: MonitorBody): Column<MonitorRun>[] {
  return [
    whenColumn(monitor),
    {
      id: 'result',
      label: 'Result',
      sortable: false,
      onPhone: 'below',
      value: resultText,
      cell: (run) => <PhoneRun run={run} monitor={monitor} />,
    },
  ];
}

function PhoneRun({ run, monitor }: { run: MonitorRun; monitor: MonitorBody }) {
  const hasFigures = isCompared(run, monitor);
  const result = hasFigures && run.result === 'completed' ? [] : [resultText(run)];
  const words = inOneLine([...result, ...runNotes(run, monitor)]);
  return (
    <Text size="sm" c="dimmed">
      {hasFigures ? (
        <>
          <Counts run={run} /> · {formatCounted(run.paid, 'credit')}
          {words === '' ? null : ' · '}
        </>
      ) : null}
      {words}
    </Text>
  );
}
