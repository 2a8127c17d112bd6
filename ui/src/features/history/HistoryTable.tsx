import { Anchor, Text } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatCounted, formatDateTime, formatNumber, formatShortId } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { searchText } from '@/shared/results/search-text';
import { useLedgerLink } from '@/shared/portal/portal-address';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { useAddressSort } from '@/shared/table/sort';
import { usePhone } from '@/shared/ui/use-phone';
import { Empty } from '@/shared/ui/QueryState';
import { Tag, type TagTone } from '@/shared/ui/Tag';
import { entryStatus, typeLabel, type BadgeClass, type HistoryEntry } from './history-entry';
import classes from './HistoryPage.module.css';

const BADGE_TONE: Record<BadgeClass, TagTone> = { pending: 'warning', completed: 'good', failed: 'bad' };

/** The page that shows what was found. */
function entryPath({ scrape_type: type, session_id: id, monitor_id: monitor }: HistoryEntry): string {
  if (monitor != null) return paths.monitor(monitor, id);
  return type === 'website' ? paths.scrape(id) : paths.search(id);
}

const COLUMNS: Column<HistoryEntry>[] = [
  {
    id: 'session',
    label: 'Session ID',
    width: 125,
    value: (entry) => entry.session_id,
    cell: (entry) => (
      <Anchor
        component={Link}
        size="sm"
        ff="monospace"
        to={entryPath(entry)}
        title={`Show the results of session ${entry.session_id}`}
      >
        {formatShortId(entry.session_id)}
      </Anchor>
    ),
  },
  {
    id: 'search',
    label: 'Search',
    width: 196,
    value: (entry) => searchText(entry.search),
  },
  {
    id: 'date',
    label: 'Date & Time',
    width: 188,
    value: (entry) => entry.timestamp,
    cell: (entry) => <time dateTime={entry.timestamp}>{formatDateTime(entry.timestamp)}</time>,
  },
  {
    id: 'type',
    label: 'Type',
    width: 122,
    value: (entry) => typeLabel(entry.scrape_type),
    cell: (entry) => <Tag tone="brand">{typeLabel(entry.scrape_type)}</Tag>,
  },
  {
    id: 'results',
    label: 'Results',
    width: 102,
    numeric: true,
    value: (entry) => entry.results_count,
    cell: (entry) => formatNumber(entry.results_count),
  },
  {
    id: 'credits',
    label: 'Credits',
    width: 102,
    numeric: true,
    value: (entry) => entry.credits_consumed,
    cell: (entry) => <LedgerLink entry={entry} />,
  },
  {
    id: 'status',
    label: 'Status',
    width: 112,
    onPhone: 'aside',
    value: (entry) => entryStatus(entry).label,
    cell: (entry) => <StatusBadge entry={entry} />,
  },
];

/** A phone has no column heads: each figure has its unit in words, in a line below. */
const PHONE_COLUMNS = COLUMNS.map((column): Column<HistoryEntry> => {
  if (column.id === 'credits') return { ...column, onPhone: 'hidden' };
  return column.id === 'results' ? { ...column, onPhone: 'below', cell: phoneFigures } : column;
});

function phoneFigures(entry: HistoryEntry) {
  return (
    <Text size="sm" c="dimmed">
      {formatCounted(entry.results_count, 'result')} · <LedgerLink entry={entry} withWord />
    </Text>
  );
}

/** The cost of a session, explained by its ledger entries. */
function LedgerLink({ entry, withWord = false }: { entry: HistoryEntry; withWord?: boolean }) {
  const to = useLedgerLink();
  const credits = formatCounted(entry.credits_consumed, 'credit');
  return (
    <Anchor
      component={Link}
      inherit
      // Next to other words, color alone is not enough.
      underline={withWord ? 'always' : 'hover'}
      to={to(entry.session_id)}
      aria-label={`${credits}, show the ledger entries`}
    >
      {withWord ? credits : formatNumber(entry.credits_consumed)}
    </Anchor>
  );
}

function StatusBadge({ entry }: { entry: HistoryEntry }) {
  const { label, badge } = entryStatus(entry);
  return (
    <Tag tone={BADGE_TONE[badge]} className={badge}>
      {label}
    </Tag>
  );
}

export const HISTORY_COLUMNS = COLUMNS.length;

export function HistoryTable({ entries }: { entries: readonly HistoryEntry[] }) {
  const [sort, setSort] = useAddressSort(COLUMNS);
  const navigate = useNavigate();
  const phone = usePhone();
  return (
    // By keyboard, Enter opens a row, as does its link.
    // eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
    <div className={classes.rows} onClick={openRow}>
      <DataTable
        label="Scraping history"
        columns={phone ? PHONE_COLUMNS : COLUMNS}
        rows={entries}
        rowId={(entry) => entry.session_id}
        rowName={(entry) => `session ${formatShortId(entry.session_id)}`}
        onOpen={(entry) => {
          void navigate(entryPath(entry));
        }}
        sort={sort}
        onSort={setSort}
        maxHeight="min(70vh, 48rem)"
        empty={
          <Empty title="No scraping history found" hint="Start scraping to see your activity history here." />
        }
      />
    </div>
  );
}

/** A press anywhere on a row follows its first link, unless it is on a link or selects text. */
function openRow({ target }: MouseEvent<HTMLElement>): void {
  if (!(target instanceof Element) || target.closest('a') !== null) return;
  if (document.getSelection()?.isCollapsed === false) return;
  target.closest('tbody tr, li')?.querySelector('a')?.click();
}
