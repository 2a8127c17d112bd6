import { Button, Checkbox, Group, Loader, Text } from '@mantine/core';
import { useCallback, useImperativeHandle, useMemo, useState, type Ref } from 'react';
import { useNavigate } from 'react-router';
import type { Sources } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';
import { OPPORTUNITY } from '@/shared/facts/demand-map';
import { FactValue } from '@/shared/facts/FactValue';
import { useFields, type FieldBook } from '@/shared/facts/field-book';
import { formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { ColumnChooser } from '@/shared/table/ColumnChooser';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { TableSkeleton } from '@/shared/table/TableSkeleton';
import { useAddressSort } from '@/shared/table/sort';
import { ofUser, useHiddenColumns } from '@/shared/table/use-hidden-columns';
import { Notice } from '@/shared/ui/Notice';
import { usePhone } from '@/shared/ui/use-phone';
import { DemandMapLink, ResultActions, ResultCell } from './ResultCell';
import { ResultsMapView } from './ResultsMapView';
import { ResultsToolbar } from './ResultsToolbar';
import type { Results } from './session-rows';
import {
  factKeys,
  factsHiddenAtFirst,
  hasFacts,
  ownKeys,
  resultColumns,
  type ResultColumn,
  type ResultRow,
} from './result-columns';
import { useResultsView, type ResultsView } from './results-view';
import { ContactFilter } from './ContactFilter';
import { useFilteredRows } from './row-filter';
import { shownOrder, type ShownOrder } from './saving/shown-order';
import { BASE_COLUMNS, type SessionRows } from './session-rows';
import { useSessionRows } from './use-session-rows';
import { isYours } from './Yours';
import classes from './ResultsTable.module.css';

const MAX_HEIGHT = 'min(70vh, 40rem)';
const COLUMNS_OF_SKELETON = 8;
const ACTIONS_WIDTH = 200;
/** What fits in a two-line item. */
const ON_PHONE = new Set(['name', 'main_category', 'city', 'phone']);

interface ResultsTableProps {
  results: Results;
  /** More rows may come. */
  running: boolean;
  /** Set to a function that returns the order of the rows on screen. */
  order?: Ref<ShownOrder>;
}

/** The rows of a session, fetched in pages and only for the shown columns. */
export function ResultsTable(props: ResultsTableProps) {
  const { book, loading } = useFields();
  // The available columns come from the book.
  return loading ? <TableSkeleton columns={COLUMNS_OF_SKELETON} /> : <Rows {...props} book={book} />;
}

function Rows({ results, running, order, book }: ResultsTableProps & { book: FieldBook | null }) {
  const { sub: userId } = useUser();
  const [hidden, setHidden] = useHiddenColumns(
    ofUser('session', userId),
    book === null ? [] : factsHiddenAtFirst(book),
  );
  const isEnriched = results.enriched || results.enrichedRows > 0;
  const wanted = useCallback(
    (rows: readonly ResultRow[]) => {
      const own = book === null ? [] : ownKeys(book);
      // Rows kept by this browser do not say that they have facts; the first page fetched does.
      const facts = book !== null && (isEnriched || hasFacts(rows)) ? factKeys(book) : [];
      const chosen = [...own, ...facts].filter((key) => !hidden.has(key));
      return [...new Set<string>([...BASE_COLUMNS, ...chosen])];
    },
    [book, isEnriched, hidden],
  );
  const { session, failed, complete, tryAgain } = useSessionRows(results.sessionKey, results.session, wanted);
  const { rows, total, sources } = session;

  const columns = useMemo(() => {
    const facts = book !== null && hasFacts(rows) ? factKeys(book) : [];
    const own = book === null ? [] : ownKeys(book).filter((key) => hidden.has(key));
    const [name, ...others] = resultColumns(rows, book, [...own, ...facts]).map((column) =>
      withCell(column, book, sources),
    );
    return name === undefined ? [] : [name, actionsColumn(results), ...others];
  }, [rows, book, hidden, sources, results]);

  const { filter, contacts, chooseContacts, found, isFiltered } = useFilteredRows(rows);
  const view = useResultsView();

  return (
    <>
      <ResultsToolbar
        mapPage={results.listOnly ? null : paths.resultsMap(results.sessionKey)}
        rows={rows}
        complete={complete}
        running={running}
        filter={filter}
        found={isFiltered ? found.length : null}
        view={view}
        columns={
          <>
            <ContactFilter chosen={contacts} onChange={chooseContacts} />
            <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
          </>
        }
      >
        {complete ? null : failed ? (
          <Failed session={session} onTryAgain={tryAgain} />
        ) : (
          <Coming rows={rows.length} total={total} />
        )}
      </ResultsToolbar>
      <ShownRows
        results={results}
        columns={columns}
        hidden={hidden}
        loaded={rows}
        rows={found}
        order={order}
        total={found === rows ? total : found.length}
        view={results.listOnly ? 'table' : view.view}
      />
    </>
  );
}

interface ShownRowsProps {
  results: Results;
  columns: readonly Column<ResultRow>[];
  hidden: ReadonlySet<string>;
  loaded: readonly ResultRow[];
  /** Those that pass the filter. */
  rows: readonly ResultRow[];
  order: Ref<ShownOrder> | undefined;
  total: number;
  view: ResultsView;
}

/** The rows as a table, on a map, or both with the same row marked. */
function ShownRows({ results, columns, hidden, loaded, rows, order, total, view }: ShownRowsProps) {
  const { sessionKey } = results;
  const navigate = useNavigate();
  const [selected, setSelected] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const marked = useMemo(() => ({ selected, hovered }), [selected, hovered]);
  // A phone shows rows as items, or the table on request.
  const phone = usePhone();
  const [sort, setSort] = useAddressSort(columns);
  useImperativeHandle(order, () => () => shownOrder({ columns, sort, rows: loaded, found: rows }));
  const [whole, setWhole] = useState(false);
  return (
    <div className={view === 'split' ? classes.both : undefined}>
      {view === 'map' ? null : (
        <div>
          {phone ? (
            <Checkbox
              mb="sm"
              label="All columns"
              checked={whole}
              onChange={(event) => {
                setWhole(event.currentTarget.checked);
              }}
            />
          ) : null}
          <DataTable
            label="Result rows"
            columns={columns}
            rows={rows}
            sort={sort}
            onSort={setSort}
            page={{ first: 0, total }}
            hidden={hidden}
            rowId={(row) => String(row.row_idx)}
            rowName={(row) => String(row.name)}
            maxHeight={MAX_HEIGHT}
            onPhone={whole ? 'table' : 'items'}
            marked={hovered ?? selected}
            onMark={setHovered}
            onOpen={(row) => {
              void navigate(paths.account(sessionKey, Number(row.row_idx)));
            }}
            empty="No row matches this filter."
          />
        </div>
      )}
      {view === 'table' ? null : (
        <div className={classes.map}>
          <ResultsMapView
            rows={rows}
            marked={marked}
            onSelect={setSelected}
            onHover={setHovered}
            beside={view === 'split'}
          />
        </div>
      )}
    </div>
  );
}

function actionsColumn({ sessionKey, listOnly }: Results): Column<ResultRow> {
  return {
    id: 'actions',
    label: 'Actions',
    value: () => null,
    cell: (row) => <ResultActions sessionKey={sessionKey} row={row} listOnly={listOnly} />,
    width: ACTIONS_WIDTH,
    sortable: false,
    sticky: true,
    always: true,
    onPhone: 'below',
  };
}

/** Sorting does not cover the whole session yet. */
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
    ...(ON_PHONE.has(key) ? {} : { onPhone: 'hidden' }),
    cell: (row) =>
      fact && typeof row.source_set === 'number' ? (
        <>
          <FactValue row={row} name={key} book={book} answer={sources} inTable />
          {key === OPPORTUNITY ? <DemandMapLink row={row} /> : null}
        </>
      ) : (
        <ResultCell
          column={key}
          text={text(row)}
          link={link}
          sample={row.sample === true}
          yours={isYours(row)}
        />
      ),
  };
}
