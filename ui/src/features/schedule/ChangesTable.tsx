/** What is new, changed or gone, as a table. */
import { Anchor } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import type { MonitorChange } from '@/shared/api/generated';
import { formatPhone } from '@/shared/lib/format-phone';
import { websiteLink } from '@/shared/lib/website-link';
import { paths } from '@/shared/paths';
import { DataTable } from '@/shared/table/DataTable';
import type { Column } from '@/shared/table/column';
import { VIRTUAL_ABOVE_ROWS } from '@/shared/table/use-visible-rows';
import { shortAddress } from '@/shared/websites/short-address';
import { usePhone } from '@/shared/ui/use-phone';
import { changedLines, MOVED, nameOf, pointId, pointOfRow, type ChangedLine } from './changes';
import type { ChangeKind } from './monitors-api';
import { After, Before, DiffCell } from './DiffCell';
import { GONE, movedText } from './words';
import classes from './Schedule.module.css';

interface ChangesTableProps {
  kind: ChangeKind;
  sessionKey: string;
  changes: readonly MonitorChange[];
  total: number;
  /** The points that are marked on the map and here. */
  marked: string | null;
  onMark: (id: string | null) => void;
  /** Only what is loaded could be sorted. */
  canSort: boolean;
}

const LABELS: Record<ChangeKind, string> = {
  new: 'New businesses',
  changed: 'Changed businesses',
  gone: 'Businesses that are gone',
};

export function ChangesTable(props: ChangesTableProps) {
  const { kind, sessionKey, changes, total, marked, onMark, canSort } = props;
  const navigate = useNavigate();
  const phone = usePhone();
  const open = ({ row_idx: row }: MonitorChange) => {
    if (row != null) void navigate(paths.account(sessionKey, row));
  };
  const common = {
    label: LABELS[kind],
    page: { first: 0, total },
    maxHeight: 'min(70vh, 40rem)',
    empty: null,
    onMark: (rowId: string | null) => {
      onMark(rowId === null ? null : pointOfRow(rowId));
    },
  };
  if (kind === 'changed') {
    const lines = changedLines(changes);
    return (
      <DataTable
        {...common}
        page={{ first: 0, total: lines.length }}
        columns={sorting(
          phone ? changedOnPhone(sessionKey) : changedColumns(sessionKey, lines.length <= VIRTUAL_ABOVE_ROWS),
          canSort,
        )}
        rows={lines}
        rowId={({ id }) => id}
        rowName={({ change }) => nameOf(change)}
        onOpen={({ change }) => {
          open(change);
        }}
        marked={lines.find(({ id }) => pointOfRow(id) === marked)?.id ?? null}
      />
    );
  }
  return (
    <DataTable
      {...common}
      columns={sorting(kind === 'new' ? newColumns(sessionKey) : GONE_COLUMNS, canSort)}
      rows={changes}
      rowId={(change) => pointId(kind, change)}
      rowName={nameOf}
      onOpen={open}
      marked={marked}
    />
  );
}

function sorting<Row>(columns: Column<Row>[], canSort: boolean): Column<Row>[] {
  return canSort ? columns : columns.map((column) => ({ ...column, sortable: false }));
}

/** Leads to its account page. */
function Name({ change, sessionKey }: { change: MonitorChange; sessionKey: string }) {
  const { row_idx: row } = change;
  const name = nameOf(change);
  if (row == null) return <span title={name}>{name}</span>;
  return (
    <Anchor component={Link} inherit to={paths.account(sessionKey, row)} title={name}>
      {name}
    </Anchor>
  );
}

function newColumns(sessionKey: string): Column<MonitorChange>[] {
  return [
    {
      id: 'name',
      label: 'Name',
      width: 240,
      value: nameOf,
      cell: (change) => <Name change={change} sessionKey={sessionKey} />,
    },
    { id: 'address', label: 'Address', width: 200, value: ({ address }) => address ?? '' },
    { id: 'city', label: 'City', width: 120, value: ({ city }) => city ?? '' },
    {
      id: 'phone',
      label: 'Phone',
      width: 140,
      value: ({ phone }) => (phone == null ? '' : formatPhone(phone)),
    },
    {
      id: 'website',
      label: 'Website',
      width: 200,
      onPhone: 'hidden',
      value: ({ website }) => website ?? '',
      cell: (change) => <Website change={change} />,
    },
  ];
}

function Website({ change: { website } }: { change: MonitorChange }) {
  const link = website == null ? null : websiteLink(website);
  if (website == null || link === null) return website;
  return (
    <Anchor inherit href={link} target="_blank" rel="noopener noreferrer" title={website}>
      {shortAddress(link)}
    </Anchor>
  );
}

function nameOfLine(sessionKey: string): Column<ChangedLine> {
  return {
    id: 'name',
    label: 'Name',
    width: 190,
    value: ({ change }) => nameOf(change),
    cell: ({ change }) => <Name change={change} sessionKey={sessionKey} />,
  };
}

/** Rows have one height where only those in view are drawn: there texts are cut, and in full in their titles. */
function changedColumns(sessionKey: string, canWrap: boolean): Column<ChangedLine>[] {
  const text = canWrap ? classes.wrapped : undefined;
  return [
    nameOfLine(sessionKey),
    { id: 'field', label: 'Field', width: 115, value: ({ field }) => field },
    {
      id: 'before',
      label: 'Before',
      width: 170,
      value: ({ before }) => before ?? '',
      cell: ({ field, before }) =>
        field === MOVED ? null : (
          <span className={text}>
            <Before before={before} />
          </span>
        ),
    },
    {
      id: 'after',
      label: 'After',
      width: 170,
      value: ({ after }) => after ?? '',
      cell: ({ change, field, after }) =>
        field === MOVED ? (
          movedOf(change)
        ) : (
          <span className={text}>
            <After after={after} />
          </span>
        ),
    },
  ];
}

/** 'Phone old → new' in one line. */
function changedOnPhone(sessionKey: string): Column<ChangedLine>[] {
  return [
    nameOfLine(sessionKey),
    {
      id: 'field',
      label: 'Field',
      onPhone: 'below',
      value: ({ field }) => field,
      cell: ({ change, field, before, after }) => (
        <span className={classes.change}>
          {field === MOVED ? (
            movedOf(change)
          ) : (
            <>
              {field} <DiffCell before={before} after={after} />
            </>
          )}
        </span>
      ),
    },
  ];
}

function movedOf({ moved }: MonitorChange): string {
  return moved == null ? '' : movedText(moved);
}

const GONE_COLUMNS: Column<MonitorChange>[] = [
  { id: 'name', label: 'Name', width: 280, value: nameOf },
  { id: 'city', label: 'City', width: 160, value: ({ city }) => city ?? '' },
  { id: 'why', label: 'Why', width: 200, value: ({ gone }) => (gone == null ? '' : GONE[gone]) },
];
