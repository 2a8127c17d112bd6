import { Button, Group, Loader, Text } from '@mantine/core';
import { useMemo } from 'react';
import type { Sources } from '@/shared/api/generated';
import { FactValue } from '@/shared/facts/FactValue';
import type { FieldBook } from '@/shared/facts/field-book';
import { useFields } from '@/shared/facts/use-fields';
import { formatNumber } from '@/shared/lib/format';
import { ColumnChooser } from '@/shared/table/ColumnChooser';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { TableSkeleton } from '@/shared/table/TableSkeleton';
import { useHiddenColumns } from '@/shared/table/use-hidden-columns';
import { Notice } from '@/shared/ui/Notice';
import { ResultCell } from './ResultCell';
import type { Results } from './job-state';
import {
  factKeys,
  factsHiddenAtFirst,
  hasFacts,
  ownKeys,
  resultColumns,
  type ResultColumn,
  type ResultRow,
} from './result-columns';
import { BASE_COLUMNS, type SessionRows } from './session-rows';
import { useSessionRows } from './use-session-rows';

const MAX_HEIGHT = 'min(70vh, 40rem)';
const COLUMNS_OF_SKELETON = 8;

/** The rows of a session: fetched in pages, with the columns that are shown. */
export function ResultsTable({ results }: { results: Results }) {
  const { book, loading } = useFields();
  // Which columns there are to choose from is in the book.
  return loading ? <TableSkeleton columns={COLUMNS_OF_SKELETON} /> : <Rows results={results} book={book} />;
}

function Rows({ results, book }: { results: Results; book: FieldBook | null }) {
  const [hidden, setHidden] = useHiddenColumns('session', book === null ? [] : factsHiddenAtFirst(book));
  const enriched = hasFacts(results.session.rows);
  const wanted = useMemo(() => {
    const own = book === null ? [] : ownKeys(book);
    const facts = book === null || !enriched ? [] : factKeys(book);
    const chosen = [...own, ...facts].filter((key) => !hidden.has(key));
    return [...new Set<string>([...BASE_COLUMNS, ...chosen])];
  }, [book, enriched, hidden]);
  const { session, failed, complete, tryAgain } = useSessionRows(results.sessionKey, results.session, wanted);
  const { rows, total, sources } = session;

  const columns = useMemo(() => {
    const facts = book !== null && hasFacts(rows) ? factKeys(book) : [];
    const own = book === null ? [] : ownKeys(book).filter((key) => hidden.has(key));
    const described = resultColumns(rows, book, [...own, ...facts]);
    return described.map((column) => withCell(column, book, sources));
  }, [rows, book, hidden, sources]);

  return (
    <>
      <Group justify="space-between">
        <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
        {complete ? null : failed ? (
          <Failed session={session} onTryAgain={tryAgain} />
        ) : (
          <Coming rows={rows.length} total={total} />
        )}
      </Group>
      <DataTable
        label="Result rows"
        columns={columns}
        rows={rows}
        page={{ first: 0, total }}
        hidden={hidden}
        rowId={(row) => String(row.row_idx)}
        rowName={(row) => String(row.name)}
        maxHeight={MAX_HEIGHT}
        empty="No results to display."
      />
    </>
  );
}

/** What is sorted so far is not the whole session yet. */
function Coming({ rows, total }: { rows: number; total: number }) {
  const text =
    rows < total
      ? `Loading rows: ${formatNumber(rows)} of ${formatNumber(total)}`
      : 'Loading the values of these columns';
  return (
    <Group gap="xs">
      <Loader size="xs" aria-hidden />
      <Text size="sm" c="dimmed" role="status">
        {text}
      </Text>
    </Group>
  );
}

function Failed({ session, onTryAgain }: { session: SessionRows; onTryAgain: () => void }) {
  const { rows, total } = session;
  const missing = rows.length < total;
  return (
    <Notice tone="bad" title={missing ? 'Not all rows could be loaded' : 'Not all values could be loaded'}>
      <Group gap="sm">
        <Text size="sm">
          {missing
            ? `${formatNumber(rows.length)} of ${formatNumber(total)} are loaded; sorting covers only these.`
            : 'Columns without them look empty.'}
        </Text>
        <Button size="xs" variant="default" onClick={onTryAgain}>
          Try Again
        </Button>
      </Group>
    </Notice>
  );
}

function withCell(
  { key, text, link, fact, ...column }: ResultColumn,
  book: FieldBook | null,
  sources: Sources,
): Column<ResultRow> {
  return {
    ...column,
    id: key,
    always: key === 'name',
    cell: (row) =>
      fact && typeof row.source_set === 'number' ? (
        <FactValue row={row} name={key} book={book} answer={sources} inTable />
      ) : (
        <ResultCell column={key} text={text(row)} link={link} sample={row.sample === true} />
      ),
  };
}
