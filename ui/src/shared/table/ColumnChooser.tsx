import { Button, Checkbox, Group, Popover, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { formatCounted } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/Icon';
import { IconColumns3 } from '@/shared/ui/icons';
import { headText, type Column } from './column';
import { selectionState, withAll } from './selection';
import classes from './ColumnChooser.module.css';

interface ColumnChooserProps<Row> {
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onChange: (hidden: ReadonlySet<string>) => void;
}

const OTHER_COLUMNS = 'Columns';

/** The 'Columns' button and its popover: a checkbox per column, grouped and searchable. */
export function ColumnChooser<Row>({ columns, hidden, onChange }: ColumnChooserProps<Row>) {
  const choosable = columns.filter(({ always }) => always !== true);
  const shown = choosable.filter(({ id }) => !hidden.has(id)).length;
  return (
    <Popover position="bottom-start" trapFocus returnFocus shadow="md" width={320}>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<Icon of={IconColumns3} size={16} />}>
          Columns
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Columns" className={classes.dropdown}>
        <Chooser columns={choosable} hidden={hidden} onChange={onChange} />
        <Group justify="space-between" mt="sm">
          <Text size="sm" c="dimmed" role="status">
            {`${shown} of ${formatCounted(choosable.length, 'column')}`}
          </Text>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={hidden.size === 0}
            onClick={() => {
              onChange(new Set());
            }}
          >
            Show all
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  );
}

function Chooser<Row>({ columns, hidden, onChange }: ColumnChooserProps<Row>) {
  const [wanted, setWanted] = useState('');
  const found = columns.filter((column) =>
    headText(column).toLowerCase().includes(wanted.trim().toLowerCase()),
  );
  const groups = grouped(found);
  const toggle = (ids: string[], show: boolean) => {
    onChange(withAll(hidden, ids, !show));
  };
  return (
    <>
      <TextInput
        label="Find a column"
        size="sm"
        value={wanted}
        onChange={(event) => {
          setWanted(event.currentTarget.value);
        }}
      />
      <div className={classes.groups}>
        {[...groups].map(([group, members]) => (
          <GroupOfColumns
            key={group}
            name={group}
            columns={members}
            hidden={hidden}
            onToggle={toggle}
            open={groups.size === 1 || wanted.trim() !== ''}
          />
        ))}
        {found.length === 0 ? (
          <Text size="sm" c="dimmed" py="sm">
            No column has this name.
          </Text>
        ) : null}
      </div>
    </>
  );
}

interface GroupProps<Row> {
  name: string;
  columns: readonly Column<Row>[];
  hidden: ReadonlySet<string>;
  onToggle: (ids: string[], show: boolean) => void;
  /** Always open while a search matches something in it. */
  open: boolean;
}

function GroupOfColumns<Row>({ name, columns, hidden, onToggle, open }: GroupProps<Row>) {
  const ids = columns.map(({ id }) => id);
  const state = selectionState(hidden, ids);
  const shown = ids.filter((id) => !hidden.has(id)).length;
  return (
    <details className={classes.group} open={open}>
      <summary>
        {name}
        <span className={classes.count}>{`${shown} of ${ids.length}`}</span>
      </summary>
      <Stack gap={6} py={6} pl="sm">
        {columns.length > 1 ? (
          <Checkbox
            size="xs"
            label="All columns"
            checked={state === 'none'}
            indeterminate={state === 'some'}
            onChange={() => {
              onToggle(ids, state !== 'none');
            }}
          />
        ) : null}
        {columns.map((column) => (
          <Checkbox
            key={column.id}
            size="xs"
            label={headText(column)}
            checked={!hidden.has(column.id)}
            onChange={(event) => {
              onToggle([column.id], event.currentTarget.checked);
            }}
          />
        ))}
      </Stack>
    </details>
  );
}

/** In the order of the columns. */
function grouped<Row>(columns: readonly Column<Row>[]): Map<string, Column<Row>[]> {
  const groups = new Map<string, Column<Row>[]>();
  for (const column of columns) {
    const group = column.group ?? OTHER_COLUMNS;
    groups.set(group, [...(groups.get(group) ?? []), column]);
  }
  return groups;
}
