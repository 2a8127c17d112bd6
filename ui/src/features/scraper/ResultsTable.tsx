/**
 * The rows of a session: sortable by any column, and only the rows in view are in the document, so that
 * ten thousand scroll and sort as easily as ten.
 */
import {
  createColumnHelper,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
  type Header,
  type Row,
} from '@tanstack/react-table';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useMemo, useRef } from 'react';
import { DataTable } from '@/shared/ui/DataTable';
import { Icon } from '@/shared/ui/Icon';
import { IconArrowDown, IconArrowUp } from '@/shared/ui/icons';
import { ResultCell } from './ResultCell';
import { compareCells, resultColumns, sortValue, type ResultRow } from './result-columns';
import classes from './ResultsTable.module.css';

const ROW_HEIGHT_PX = 45;
const OVERSCAN_ROWS = 8;
const MAX_HEIGHT = 'min(70vh, 40rem)';

const features = tableFeatures({ rowSortingFeature, sortedRowModel: createSortedRowModel() });
type Features = typeof features;
const helper = createColumnHelper<Features, ResultRow>();

export function ResultsTable({ rows }: { rows: ResultRow[] }) {
  const shown = useMemo(() => resultColumns(rows), [rows]);
  const columns = useMemo(
    () =>
      shown.map((column) =>
        helper.accessor((row) => sortValue(row, column.key), {
          id: column.key,
          header: column.label,
          sortFn: (left, right, id) => compareCells(left.getValue(id), right.getValue(id)),
          sortUndefined: 'last',
          sortDescFirst: false,
        }),
      ),
    [shown],
  );
  const table = useTable({ features, columns, data: rows, enableSortingRemoval: false });
  const sorted = table.getRowModel().rows;

  const scroller = useRef<HTMLDivElement>(null);
  // Its functions are called in this render only, so that nothing is memoized from them.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN_ROWS,
  });
  const visible = virtualizer.getVirtualItems();
  const above = visible[0]?.start ?? 0;
  const below = virtualizer.getTotalSize() - (visible.at(-1)?.end ?? 0);

  return (
    <DataTable ref={scroller} label="Result rows" maxHeight={MAX_HEIGHT} rowCount={sorted.length + 1} fixed>
      <colgroup>
        {shown.map(({ key, width }) => (
          <col key={key} style={{ width }} />
        ))}
      </colgroup>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id} aria-rowindex={1}>
            {group.headers.map((header, index) => (
              <SortableHeader key={header.id} header={header} numeric={shown[index]?.numeric === true} />
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        <Spacer height={above} />
        {visible.map(({ index, key }) => {
          const row = sorted[index];
          return row === undefined ? null : (
            <ResultLine key={key} row={row} position={index} columns={shown} />
          );
        })}
        <Spacer height={below} />
      </tbody>
    </DataTable>
  );
}

function SortableHeader({ header, numeric }: { header: Header<Features, ResultRow>; numeric: boolean }) {
  const direction = header.column.getIsSorted();
  const label = header.column.columnDef.header;
  return (
    <th
      scope="col"
      data-numeric={numeric || undefined}
      aria-sort={direction === 'asc' ? 'ascending' : direction === 'desc' ? 'descending' : 'none'}
    >
      <button type="button" className={classes.sort} onClick={header.column.getToggleSortingHandler()}>
        {typeof label === 'string' ? label : header.id}
        <span className={classes.arrow} data-direction={direction || undefined}>
          <Icon of={direction === 'desc' ? IconArrowDown : IconArrowUp} size={14} />
        </span>
      </button>
    </th>
  );
}

interface ResultLineProps {
  row: Row<Features, ResultRow>;
  position: number;
  columns: ReturnType<typeof resultColumns>;
}

function ResultLine({ row, position, columns }: ResultLineProps) {
  return (
    <tr aria-rowindex={position + 2}>
      {columns.map(({ key, numeric }) => (
        <td key={key} data-numeric={numeric || undefined}>
          <ResultCell column={key} value={row.original[key]} sample={row.original.sample === true} />
        </td>
      ))}
    </tr>
  );
}

/** Stands for the rows above or below those in view. */
function Spacer({ height }: { height: number }) {
  if (height <= 0) return null;
  return (
    <tr aria-hidden className={classes.spacer} style={{ height }}>
      <td />
    </tr>
  );
}
