import { Anchor, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatDateTime, formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { DataTable } from '@/shared/ui/DataTable';
import { Tag, type TagTone } from '@/shared/ui/Tag';
import { entryStatus, shortSessionId, typeLabel, type BadgeClass, type HistoryEntry } from './history-entry';

const BADGE_TONE: Record<BadgeClass, TagTone> = { pending: 'warning', completed: 'good', failed: 'bad' };

export function HistoryTable({ entries }: { entries: readonly HistoryEntry[] }) {
  if (entries.length === 0) {
    return (
      <Stack align="center" gap={4} py={48} role="status">
        <Text fw={600}>No scraping history found</Text>
        <Text c="dimmed" ta="center">
          Start scraping to see your activity history here.
        </Text>
      </Stack>
    );
  }
  return (
    <DataTable label="Scraping history">
      <thead>
        <tr>
          <th scope="col">Session ID</th>
          <th scope="col">Date &amp; Time</th>
          <th scope="col">Type</th>
          <th scope="col" data-numeric>
            Results
          </th>
          <th scope="col" data-numeric>
            Credits
          </th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <HistoryRow key={entry.session_id} entry={entry} />
        ))}
      </tbody>
    </DataTable>
  );
}

function HistoryRow({ entry }: { entry: HistoryEntry }) {
  const status = entryStatus(entry);
  return (
    <tr>
      <td>
        <Anchor
          component={Link}
          size="sm"
          ff="monospace"
          to={paths.search(entry.session_id)}
          title={`Show the results of session ${entry.session_id}`}
        >
          {shortSessionId(entry.session_id)}
        </Anchor>
      </td>
      <td>
        <time dateTime={entry.timestamp}>{formatDateTime(entry.timestamp)}</time>
      </td>
      <td>
        <Tag tone="brand">{typeLabel(entry.scrape_type)}</Tag>
      </td>
      <td data-numeric>{formatNumber(entry.results_count)}</td>
      <td data-numeric>{formatNumber(entry.credits_consumed)}</td>
      <td>
        <Tag tone={BADGE_TONE[status.badge]} className={status.badge}>
          {status.label}
        </Tag>
      </td>
    </tr>
  );
}
