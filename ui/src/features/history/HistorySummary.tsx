import { formatNumber } from '@/shared/lib/format';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';
import { summary, type HistoryEntry } from './history-entry';

/** The three cards over the filtered rows; bones while there are none yet. */
export function HistorySummary({ entries }: { entries: readonly HistoryEntry[] | undefined }) {
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
