import { useMemo } from 'react';
import { useFields } from '@/shared/facts/use-fields';
import { ColumnChooser } from '@/shared/table/ColumnChooser';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { useHiddenColumns } from '@/shared/table/use-hidden-columns';
import { ResultCell } from './ResultCell';
import { resultColumns, type ResultColumn, type ResultRow } from './result-columns';

const MAX_HEIGHT = 'min(70vh, 40rem)';

/** The rows of a session. */
export function ResultsTable({ rows }: { rows: ResultRow[] }) {
  const { book } = useFields();
  const [hidden, setHidden] = useHiddenColumns('results');
  const columns = useMemo(() => resultColumns(rows, book).map(withCell), [rows, book]);
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

function withCell({ key, text, link, ...column }: ResultColumn): Column<ResultRow> {
  return {
    ...column,
    id: key,
    always: key === 'name',
    cell: (row) => <ResultCell column={key} text={text(row)} link={link} sample={row.sample === true} />,
  };
}
