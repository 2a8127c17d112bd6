import { ActionIcon, Button, Group, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { formatCounted } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/Icon';
import { IconArrowDown, IconArrowUp } from '@/shared/ui/icons';
import { cellContent } from './TableRow';
import { headText } from './column';
import { withAll } from './selection';
import type { Sort } from './sort';
import type { TableView } from './table-props';
import classes from './PhoneItems.module.css';

const ITEMS_AT_ONCE = 100;

/** The rows as two-line items, for a phone. */
export function PhoneItems<Row extends object>({ view }: { view: TableView<Row> }) {
  const { columns, rows, rowId, rowName, selection } = view;
  const [shown, setShown] = useState(ITEMS_AT_ONCE);
  const [title, ...rest] = columns.filter(({ onPhone }) => onPhone !== 'hidden');
  const aside = rest.filter(({ onPhone }) => onPhone === 'aside');
  const below = rest.filter(({ onPhone }) => onPhone === 'below');
  const line = rest.filter(({ onPhone }) => onPhone === undefined);
  const left = rows.length - shown;

  return (
    <>
      <SortBy view={view} />
      <ul className={classes.items} aria-label={view.label}>
        {rows.slice(0, shown).map((row) => (
          <li key={rowId(row)} className={classes.item} data-marked={view.marked === rowId(row) || undefined}>
            {selection === undefined ? null : (
              <input
                type="checkbox"
                aria-label={`Select ${rowName(row)}`}
                checked={selection.ids.has(rowId(row))}
                onChange={(event) => {
                  selection.onChange(withAll(selection.ids, [rowId(row)], event.currentTarget.checked));
                }}
              />
            )}
            <div className={classes.text}>
              <div className={classes.first}>
                <span className={classes.title}>{title === undefined ? null : cellContent(title, row)}</span>
                {aside.map((column) => (
                  <span key={column.id} className={classes.aside}>
                    {cellContent(column, row)}
                  </span>
                ))}
              </div>
              <div className={classes.second}>
                {line.map((column) => (
                  <span key={column.id}>{cellContent(column, row)}</span>
                ))}
              </div>
              {below.map((column) => (
                <div key={column.id}>{cellContent(column, row)}</div>
              ))}
            </div>
          </li>
        ))}
      </ul>
      {left > 0 ? (
        <Button
          variant="default"
          fullWidth
          mt="sm"
          onClick={() => {
            setShown(shown + ITEMS_AT_ONCE);
          }}
        >
          {`Show ${formatCounted(Math.min(left, ITEMS_AT_ONCE), 'more row', 'more rows')} of ${rows.length}`}
        </Button>
      ) : null}
    </>
  );
}

function SortBy<Row extends object>({ view }: { view: TableView<Row> }) {
  const { columns, sort, onSort } = view;
  const sortable = columns.filter(({ sortable: can }) => can !== false);
  if (sortable.length === 0) return null;
  const descending = sort?.direction === 'descending';
  return (
    <Group gap="xs" align="flex-end" wrap="nowrap" mb="sm">
      <NativeSelect
        label="Sort by"
        flex={1}
        value={sort?.column ?? ''}
        data={[
          ...(sort === null ? [{ value: '', label: 'Default order' }] : []),
          ...sortable.map((column) => ({ value: column.id, label: headText(column) })),
        ]}
        onChange={(event) => {
          onSort({
            column: event.currentTarget.value,
            direction: sort?.direction ?? 'ascending',
          } satisfies Sort);
        }}
      />
      <ActionIcon
        variant="default"
        size={36}
        disabled={sort === null}
        aria-label={descending ? 'Descending; sort ascending' : 'Ascending; sort descending'}
        onClick={() => {
          if (sort !== null) onSort({ ...sort, direction: descending ? 'ascending' : 'descending' });
        }}
      >
        <Icon of={descending ? IconArrowDown : IconArrowUp} />
      </ActionIcon>
    </Group>
  );
}
