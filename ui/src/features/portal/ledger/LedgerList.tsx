import { Anchor, Button, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { errorMessage } from '@/shared/api/api-error';
import type { CreditLedgerApiArg } from '@/shared/api/generated';
import { formatDate, formatNumber, formatShortId, formatTime } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { QueryState } from '@/shared/ui/QueryState';
import { amount, balance, byDay, detail, title, type Day, type LedgerEntry } from './ledger-entry';
import { useLedger } from './use-ledger';
import classes from './Ledger.module.css';

/** The entries of a window; use a new key for another window. */
export function LedgerList({ wanted }: { wanted: CreditLedgerApiArg }) {
  const { loadOlder, ...query } = useLedger(wanted);
  return (
    <QueryState
      query={query}
      loading={{ text: 'Loading the ledger...', skeleton: <Skeleton h={320} radius="md" />, onlyHeard: true }}
      failure={{ title: 'Unable to load the ledger', message: errorMessage, retry: 'Retry' }}
      empty={{
        when: ({ entries }) => entries.length === 0,
        content: <Text c="dimmed">No entries in this period.</Text>,
      }}
      minHeight={320}
    >
      {({ entries, next }) => (
        <Stack gap="md">
          <Entries entries={entries} />
          {next === null ? null : (
            <Button
              variant="default"
              style={{ alignSelf: 'center' }}
              loading={query.isFetching}
              onClick={loadOlder}
            >
              Load older
            </Button>
          )}
        </Stack>
      )}
    </QueryState>
  );
}

function Entries({ entries }: { entries: readonly LedgerEntry[] }) {
  return (
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
      {byDay(entries).map((day) => (
        <DayRows key={day.day} day={day} />
      ))}
    </table>
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
