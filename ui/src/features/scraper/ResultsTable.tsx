import { useMemo } from 'react';
import { ColumnChooser } from '@/shared/table/ColumnChooser';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { useHiddenColumns } from '@/shared/table/use-hidden-columns';
import { ResultCell } from './ResultCell';
import { resultColumns, type ResultRow } from './result-columns';

const MAX_HEIGHT = 'min(70vh, 40rem)';

/** The rows of a session. */
export function ResultsTable({ rows }: { rows: ResultRow[] }) {
  const [hidden, setHidden] = useHiddenColumns('results');
  const columns = useMemo(() => resultColumns(rows).map(withCell), [rows]);
  return (
    <>
      <div>
        <ColumnChooser columns={columns} hidden={hidden} onChange={setHidden} />
      </div>
      <DataTable
        label="Result rows"
        columns={columns}
        rows={rows}
        hidden={hidden}
        rowId={(row) => String(row.row_idx)}
        rowName={(row) => String(row.name)}
        maxHeight={MAX_HEIGHT}
        empty="No results to display."
      />
    </>
  );
}

function withCell({
  key,
  label,
  width,
  numeric,
}: ReturnType<typeof resultColumns>[number]): Column<ResultRow> {
  return {
    id: key,
    label,
    width,
    numeric,
    always: key === 'name',
    value: (row) => row[key],
    cell: (row) => <ResultCell column={key} value={row[key]} sample={row.sample === true} />,
  };
}
