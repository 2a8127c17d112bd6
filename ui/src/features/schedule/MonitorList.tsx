/** The schedules of a user. */
import { Anchor, Group } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { FirstRun, MonitorBody } from '@/shared/api/generated';
import { formatDateTime, formatNumber } from '@/shared/lib/format';
import { PAUSED_BY } from '@/shared/monitors/paused-by';
import { paths } from '@/shared/paths';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { usePhone } from '@/shared/ui/use-phone';
import { ActionsMenu } from './ActionsMenu';
import { Counts, RunNow, StatusTag } from './parts';
import type { MonitorActions } from './use-monitor-actions';
import { countsWords, isBaseline, resultText, whenText } from './words';

const COLUMNS: Column<MonitorBody>[] = [
  {
    id: 'search',
    label: 'Search',
    width: 200,
    value: ({ name }) => name,
    cell: ({ id, name }) => (
      <Anchor component={Link} inherit to={paths.monitor(id)} title={name} data-monitor={id} dir="auto">
        {name}
      </Anchor>
    ),
  },
  { id: 'when', label: 'When', width: 190, value: ({ schedule }) => whenText(schedule) },
  {
    id: 'next',
    label: 'Next run',
    width: 180,
    value: ({ next_run: next }) => next ?? '',
    cell: ({ next_run: next }) => (next == null ? null : <time dateTime={next}>{formatDateTime(next)}</time>),
  },
  {
    id: 'last',
    label: 'Last',
    width: 149,
    value: ({ last }) => last?.at ?? '',
    cell: (monitor) => <LastRun monitor={monitor} />,
  },
  {
    id: 'spent',
    label: 'Spent',
    width: 90,
    value: ({ spent }) => spent,
    cell: spentText,
  },
  {
    id: 'status',
    label: 'Status',
    width: 156,
    onPhone: 'aside',
    value: ({ status, warning, paused_by: by }) =>
      status === 'paused' && by != null ? PAUSED_BY[by] : (warning ?? status),
    cell: (monitor) => <StatusTag monitor={monitor} />,
  },
];

/** '+3 ~1 −0'; how it ended where nothing was compared. */
function LastRun({ monitor: { last, first } }: { monitor: MonitorBody }) {
  if (last == null) return null;
  if (last.result === 'completed' && !isBaseline(last, first)) return <Counts run={last} />;
  const text = resultText(last);
  return <span title={text}>{text}</span>;
}

/** A phone has no column heads: what has none there is said in words. */
const PHONE_COLUMNS = COLUMNS.map((column): Column<MonitorBody> => {
  if (column.id === 'last') return { ...column, cell: ({ last, first }) => lastText(last, first) };
  if (column.id === 'spent') return { ...column, cell: (monitor) => `${spentText(monitor)} credits` };
  return column.id === 'next' ? { ...column, cell: nextText } : column;
});

function lastText(last: MonitorBody['last'], first: FirstRun): string {
  if (last == null) return '';
  return last.result === 'completed' && !isBaseline(last, first) ? countsWords(last) : resultText(last);
}

function spentText({ spent, budget }: MonitorBody): string {
  return `${formatNumber(spent)} of ${formatNumber(budget)}`;
}

function nextText({ next_run: next }: MonitorBody): string {
  return next == null ? '' : `next ${formatDateTime(next)}`;
}

function actionsColumn(actions: MonitorActions, phone: boolean, onDeleted: () => void): Column<MonitorBody> {
  return {
    id: 'actions',
    label: 'Actions',
    width: 145,
    sortable: false,
    onPhone: 'below',
    value: () => null,
    cell: (monitor) => (
      <Group gap={6} wrap="nowrap" pt={phone ? 'xs' : 0}>
        <RunNow monitor={monitor} actions={actions} isOneOfMany size={phone ? 'sm' : 'compact-sm'} />
        <ActionsMenu monitor={monitor} actions={actions} withPause onDeleted={onDeleted} />
      </Group>
    ),
  };
}

interface MonitorListProps {
  monitors: readonly MonitorBody[];
  actions: MonitorActions;
  onDeleted: () => void;
}

export function MonitorList({ monitors, actions, onDeleted }: MonitorListProps) {
  const navigate = useNavigate();
  const phone = usePhone();
  const columns = [...(phone ? PHONE_COLUMNS : COLUMNS), actionsColumn(actions, phone, onDeleted)];
  return (
    <DataTable
      label="Schedules"
      columns={columns}
      rows={monitors}
      rowId={({ id }) => id}
      rowName={({ name }) => name}
      onOpen={({ id }) => {
        void navigate(paths.monitor(id));
      }}
      empty={null}
    />
  );
}
