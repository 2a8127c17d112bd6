import { Skeleton, Text } from '@mantine/core';
import { formatNumber } from '@/shared/lib/format';
import { summary, type HistoryEntry } from './history-entry';
import classes from './HistoryPage.module.css';

/** The three cards over the filtered rows; bones while there are none yet. */
export function HistorySummary({ entries }: { entries: readonly HistoryEntry[] | undefined }) {
  const totals = entries === undefined ? undefined : summary(entries);
  const cards = [
    { label: 'Total Sessions', value: totals?.sessions },
    { label: 'Results Scraped', value: totals?.results },
    { label: 'Credits Used', value: totals?.credits },
  ];
  return (
    <dl className={classes.cards}>
      {cards.map(({ label, value }) => (
        <div key={label} className={classes.card}>
          <Text component="dt" size="sm" c="dimmed" fw={500}>
            {label}
          </Text>
          <dd className={classes.value}>
            {value === undefined ? <Skeleton h={28} w={72} /> : formatNumber(value)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
