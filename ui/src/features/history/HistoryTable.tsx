import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { formatDateTime, formatNumber, formatShortId } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { searchText } from '@/shared/results/search-text';
import { useLedgerLink } from '@/shared/portal/portal-address';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { useAddressSort } from '@/shared/table/use-address-sort';
import { Empty } from '@/shared/ui/QueryState';
import { Tag, type TagTone } from '@/shared/ui/Tag';
import { entryStatus, typeLabel, type BadgeClass, type HistoryEntry } from './history-entry';

const BADGE_TONE: Record<BadgeClass, TagTone> = { pending: 'warning', completed: 'good', failed: 'bad' };

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
        to={paths.search(entry.session_id)}
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
    onPhone: 'hidden',
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

/** What a session cost, explained by its ledger entries. */
function LedgerLink({ entry }: { entry: HistoryEntry }) {
  const to = useLedgerLink();
  return (
    <Anchor
      component={Link}
      inherit
      to={to(entry.session_id)}
      aria-label={`${formatNumber(entry.credits_consumed)} credits, show the ledger entries`}
    >
      {formatNumber(entry.credits_consumed)}
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
  return (
    <DataTable
      label="Scraping history"
      columns={COLUMNS}
      rows={entries}
      rowId={(entry) => entry.session_id}
      rowName={(entry) => `session ${formatShortId(entry.session_id)}`}
      onOpen={(entry) => {
        void navigate(paths.search(entry.session_id));
      }}
      sort={sort}
      onSort={setSort}
      maxHeight="min(70vh, 48rem)"
      empty={
        <Empty title="No scraping history found" hint="Start scraping to see your activity history here." />
      }
    />
  );
}
