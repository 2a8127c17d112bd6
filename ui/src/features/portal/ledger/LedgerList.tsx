import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { formatDate, formatNumber, formatShortId, formatTime } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import {
  amount,
  balance,
  byDay,
  detail,
  title,
  type Day,
  type LedgerEntry,
  type LedgerFilters,
} from './ledger-entry';
import { usePagesOf } from './use-ledger';
import classes from './Ledger.module.css';

interface LedgerListProps {
  entries: readonly LedgerEntry[];
  filters: LedgerFilters;
}

export function LedgerList({ entries, filters }: LedgerListProps) {
  const { shown, more, loadOlder } = usePagesOf(entries, filters);
  if (shown.length === 0) {
    return (
      <Text role="status" c="dimmed" ta="center" py="xl">
        No entries in this period.
      </Text>
    );
  }
  return (
    <Stack gap="md">
      <table className={classes.ledger} aria-label="Ledger">
        <thead>
          <tr>
            <th scope="col">Entry</th>
            <th scope="col" className={classes.number}>
              Credits
            </th>
            <th scope="col" className={classes.number}>
              Balance
            </th>
          </tr>
        </thead>
        {byDay(shown).map((day) => (
          <DayRows key={day.day} day={day} />
        ))}
      </table>
      {more ? (
        <Button variant="default" onClick={loadOlder} style={{ alignSelf: 'center' }}>
          Load older
        </Button>
      ) : null}
    </Stack>
  );
}

function DayRows({ day: { day, entries } }: { day: Day }) {
  return (
    <tbody>
      <tr>
        <th scope="rowgroup" colSpan={3} className={classes.day}>
          {formatDate(day)}
        </th>
      </tr>
      {entries.map((entry) => (
        <EntryRow key={entry.sequence} entry={entry} />
      ))}
    </tbody>
  );
}

function EntryRow({ entry }: { entry: LedgerEntry }) {
  const more = detail(entry);
  return (
    <tr>
      <td>
        <span className={classes.title}>{title(entry)}</span>
        <span className={classes.detail}>
          <time dateTime={entry.timestamp}>{formatTime(entry.timestamp)}</time>
          {more === null ? null : ` · ${more}`}
          {typeof entry.session_id === 'string' ? (
            <>
              {' · '}
              <Anchor
                component={Link}
                inherit
                underline="always"
                to={paths.search(entry.session_id)}
                title={`Show the results of session ${entry.session_id}`}
              >
                {formatShortId(entry.session_id)}
              </Anchor>
            </>
          ) : null}
        </span>
      </td>
      <td className={classes.number}>{amount(entry)}</td>
      <td className={classes.number}>
        {formatNumber(balance(entry))}
        {entry.held > 0 ? <span className={classes.detail}>{formatNumber(entry.held)} reserved</span> : null}
      </td>
    </tr>
  );
}
