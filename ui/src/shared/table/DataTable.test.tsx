import { MantineProvider } from '@mantine/core';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { onPhone } from '@/shared/testing/viewport';
import { ColumnChooser } from './ColumnChooser';
import { DataTable } from './DataTable';
import type { Column } from './column';
import { ofUser, useHiddenColumns } from './use-hidden-columns';
import { VIRTUAL_ABOVE_ROWS } from './use-visible-rows';
import type { DataTableProps } from './table-props';

interface Place {
  id: string;
  name: string;
  score?: string | number;
  city?: string;
}

const PLACES: Place[] = [
  { id: 'a', name: 'Cascade', score: '9', city: 'Portland' },
  { id: 'b', name: 'alder', score: 72 },
  { id: 'c', name: 'Bend', score: '100', city: 'Bend' },
  { id: 'd', name: 'Dune', city: 'Astoria' },
];

const COLUMNS: Column<Place>[] = [
  { id: 'name', label: 'Name', value: (place) => place.name, always: true },
  {
    id: 'actions',
    label: 'Actions',
    value: () => undefined,
    sortable: false,
    sticky: true,
    cell: (place) => (
      <>
        <button type="button">{`Map of ${place.name}`}</button>
        <a href={`#${place.id}`}>{`Account of ${place.name}`}</a>
      </>
    ),
  },
  { id: 'score', label: 'Score', value: (place) => place.score, numeric: true, onPhone: 'aside' },
  { id: 'city', label: 'City', unit: 'US', group: 'Place', value: (place) => place.city },
];

function table(changes: Partial<DataTableProps<Place>> = {}) {
  const props: DataTableProps<Place> = {
    label: 'Places',
    columns: COLUMNS,
    rows: PLACES,
    rowId: (place) => place.id,
    rowName: (place) => place.name,
    empty: 'No places.',
    ...changes,
  };
  return render(
    <MantineProvider env="test">
      <button type="button">before</button>
      <DataTable {...props} />
      <button type="button">after</button>
    </MantineProvider>,
  );
}

const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell').at(-4)?.textContent);
const head = (name: string | RegExp) => screen.getByRole('columnheader', { name });
const sortBy = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the data table: order', () => {
  it('RES-01, MYCO-03: ascending, then descending; numeric texts as numbers, what is missing as empty', async () => {
    table();
    expect(names()).toEqual(['Cascade', 'alder', 'Bend', 'Dune']);
    expect(head('Score')).toHaveAttribute('aria-sort', 'none');
    await sortBy('Score');
    expect(names()).toEqual(['Dune', 'Cascade', 'alder', 'Bend']);
    expect(head('Score')).toHaveAttribute('aria-sort', 'ascending');
    await sortBy('Score');
    expect(names()).toEqual(['Bend', 'alder', 'Cascade', 'Dune']);
    expect(head('Score')).toHaveAttribute('aria-sort', 'descending');
    await sortBy('Name');
    expect(names()).toEqual(['alder', 'Bend', 'Cascade', 'Dune']);
    expect(head('Score')).toHaveAttribute('aria-sort', 'none');
  });

  it('actions do not sort; a unit stands in the head once', () => {
    table();
    expect(head('Actions')).not.toHaveAttribute('aria-sort');
    expect(within(head('Actions')).queryByRole('button')).toBeNull();
    expect(head('City (US)')).toBeVisible();
  });

  it('the order can be kept elsewhere, and rows can come in order', async () => {
    const onSort = vi.fn();
    table({ sort: { column: 'name', direction: 'ascending' }, onSort, sortedByServer: true });
    expect(names()).toEqual(['Cascade', 'alder', 'Bend', 'Dune']);
    expect(head('Name')).toHaveAttribute('aria-sort', 'ascending');
    await sortBy('Name');
    expect(onSort).toHaveBeenCalledWith({ column: 'name', direction: 'descending' });
  });
});

describe('the data table: rows', () => {
  it('tells how many rows there are, those of other pages too', () => {
    table({ page: { first: 50, total: 1204 } });
    expect(screen.getByRole('table', { name: 'Places' })).toHaveAttribute('aria-rowcount', '1205');
    expect(screen.getAllByRole('row')[1]).toHaveAttribute('aria-rowindex', '52');
  });

  it('draws the rows in view alone where there are many', () => {
    const many = Array.from({ length: VIRTUAL_ABOVE_ROWS + 1 }, (_, at) => ({
      id: String(at),
      name: `Row ${at}`,
    }));
    table({ rows: many.slice(0, VIRTUAL_ABOVE_ROWS) }).unmount();
    table({ rows: many });
    const grid = screen.getByRole('table', { name: 'Places' });
    expect(grid).toHaveAttribute('aria-rowcount', String(many.length + 1));
    expect(screen.getAllByRole('row').length).toBeLessThan(60);
  });

  it('RES-01: shows where there are more columns to the right, until they are scrolled to', () => {
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(2000);
    table();
    const scroller = screen.getByRole('table').parentElement ?? document.body;
    expect(scroller.parentElement).toHaveAttribute('data-more');
    scroller.scrollLeft = 800;
    fireEvent.scroll(scroller);
    expect(scroller.parentElement).not.toHaveAttribute('data-more');
  });

  it('RES-01: draws the columns in view alone where there are many; the keyboard reaches all', async () => {
    const user = userEvent.setup({ delay: null });
    const wide = Array.from({ length: 100 }, (_, index) => ({
      id: `c${index}`,
      label: `Column ${index}`,
      width: 150,
      value: (place: Place) => `${place.name} ${index}`,
    }));
    table({ columns: wide });
    expect(screen.getByRole('table')).toHaveAttribute('aria-colcount', '100');
    const heads = () => screen.getAllByRole('columnheader');
    expect(heads().length).toBeLessThan(20);
    const scroller = screen.getByRole('table').parentElement ?? document.body;
    scroller.scrollLeft = 7_500;
    fireEvent.scroll(scroller);
    expect(screen.getByRole('columnheader', { name: 'Column 50' })).toHaveAttribute('aria-colindex', '51');
    expect(screen.getByText('Cascade 50')).toBeInTheDocument();
    expect(screen.queryByText('Cascade 20')).toBeNull();
    expect(screen.getByText('Cascade 0'), 'the first column stays').toBeInTheDocument();
    screen.getByText('Cascade 0').closest('td')?.focus();
    await user.keyboard('{End}');
    expect(document.activeElement).toHaveTextContent('Cascade 99');
    await user.keyboard('{ArrowLeft}{ArrowDown}');
    expect(document.activeElement).toHaveTextContent('alder 98');
  });

  it('RES-01: a row that stays in view while a long table is scrolled is not drawn anew', () => {
    const many = Array.from({ length: 300 }, (_, index) => ({ id: `p${index}`, name: `Place ${index}` }));
    table({ rows: many });
    const scroller = screen.getByRole('table').parentElement ?? document.body;
    const rowsNow = () => new Map(screen.getAllByRole('row').map((row) => [row.dataset.row, row]));
    const scrollTo = (row: number) => {
      scroller.scrollTop = row * 36;
      fireEvent.scroll(scroller);
      return rowsNow();
    };
    const before = scrollTo(40);
    const after = scrollTo(46);
    const staying = [...before.keys()].filter((row) => after.has(row));
    expect(staying.length).toBeGreaterThan(5);
    expect(after.size, 'as many go as come').toBe(before.size);
    expect([...after.keys()]).not.toEqual([...before.keys()]);
    for (const row of staying) expect(after.get(row)).toBe(before.get(row));
  });

  it('says that there are none, and shows bones while they load', () => {
    table({ rows: [] }).unmount();
    table({ rows: [] });
    expect(screen.getByText('No places.')).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it('selects rows, all rows, and a range with Shift', async () => {
    const chosen = vi.fn();
    function Selecting() {
      const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
      chosen([...ids].sort().join(''));
      return (
        <DataTable
          label="Places"
          columns={COLUMNS}
          rows={PLACES}
          rowId={(place) => place.id}
          rowName={(place) => place.name}
          empty=""
          selection={{ ids, onChange: setIds }}
        />
      );
    }
    render(
      <MantineProvider env="test">
        <Selecting />
      </MantineProvider>,
    );
    const user = userEvent.setup();
    await user.click(screen.getByRole('checkbox', { name: 'Select Cascade' }));
    expect(chosen).toHaveBeenLastCalledWith('a');
    await user.keyboard('{Shift>}');
    await user.click(screen.getByRole('checkbox', { name: 'Select Bend' }));
    await user.keyboard('{/Shift}');
    expect(chosen).toHaveBeenLastCalledWith('abc');
    const all = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' });
    expect(all.indeterminate).toBe(true);
    await user.click(all);
    expect(chosen).toHaveBeenLastCalledWith('abcd');
    await user.click(all);
    expect(chosen).toHaveBeenLastCalledWith('');
  });
});

describe('the data table: keyboard', () => {
  const press = (keys: string) => userEvent.keyboard(keys);

  it('the body is one Tab stop', async () => {
    table();
    screen.getByRole('button', { name: 'City (US)' }).focus();
    await userEvent.tab();
    expect(screen.getAllByRole('cell')[0]).toHaveFocus();
    await userEvent.tab();
    expect(screen.getByRole('button', { name: 'after' })).toHaveFocus();
  });

  it('arrows go from cell to cell and through the controls of a cell; Home, End, Page', async () => {
    table();
    screen.getByRole('button', { name: 'City (US)' }).focus();
    await userEvent.tab();
    await press('{ArrowRight}');
    expect(screen.getByRole('button', { name: 'Map of Cascade' })).toHaveFocus();
    await press('{ArrowRight}');
    expect(screen.getByRole('link', { name: 'Account of Cascade' })).toHaveFocus();
    await press('{ArrowDown}');
    expect(screen.getByRole('button', { name: 'Map of alder' })).toHaveFocus();
    await press('{End}');
    expect(document.activeElement).toBe(screen.getAllByRole('cell')[7]);
    await press('{PageDown}');
    expect(document.activeElement).toHaveTextContent('Astoria');
    await press('{Control>}{Home}{/Control}');
    expect(document.activeElement).toHaveTextContent('Cascade');
    await press('{ArrowUp}{ArrowLeft}');
    expect(document.activeElement).toHaveTextContent('Cascade');
  });

  it('Enter opens the row; on a link it is the link’s own', async () => {
    const onOpen = vi.fn();
    table({ onOpen });
    screen.getByRole('button', { name: 'City (US)' }).focus();
    await userEvent.tab();
    await press('{ArrowDown}{Enter}');
    expect(onOpen).toHaveBeenCalledExactlyOnceWith(PLACES[1]);
    await press('{ArrowRight}{ArrowRight}{Enter}');
    expect(onOpen).toHaveBeenCalledOnce();
  });

  it('a row that is out of view is brought into it', async () => {
    const many = Array.from({ length: 1000 }, (_, at) => ({ id: String(at), name: `Row ${at}` }));
    table({ rows: many });
    screen.getByRole('button', { name: 'City (US)' }).focus();
    await userEvent.tab();
    await press('{Control>}{End}{/Control}{Home}');
    expect(document.activeElement).toHaveTextContent('Row 999');
  });
});

describe('the data table on a phone', () => {
  it('few columns become items of two lines, with Sort by', async () => {
    onPhone();
    table();
    expect(screen.queryByRole('table')).toBeNull();
    const items = () => screen.getAllByRole('listitem').map((item) => item.textContent);
    expect(items()[0]).toMatch(/^Cascade9/);
    await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Score');
    expect(items()[0]).toMatch(/^Dune/);
    await userEvent.click(screen.getByRole('button', { name: /^Ascending/ }));
    expect(items()[0]).toMatch(/^Bend100/);
  });

  it('many columns stay a table', () => {
    onPhone();
    const more = Array.from({ length: 5 }, (_, at) => ({ id: `x${at}`, label: `X ${at}`, value: () => at }));
    table({ columns: [...COLUMNS, ...more] });
    expect(screen.getByRole('table', { name: 'Places' })).toBeVisible();
  });
});

describe('the column chooser', () => {
  function Chosen() {
    const [hidden, setHidden] = useHiddenColumns('places');
    return (
      <MantineProvider env="test">
        <ColumnChooser columns={COLUMNS} hidden={hidden} onChange={setHidden} />
        <DataTable
          label="Places"
          columns={COLUMNS}
          rows={PLACES}
          hidden={hidden}
          rowId={(place) => place.id}
          rowName={(place) => place.name}
          empty=""
        />
      </MantineProvider>
    );
  }

  it('hides columns, finds them by name, and keeps the choice in this browser', async () => {
    const first = render(<Chosen />);
    await userEvent.click(screen.getByRole('button', { name: 'Columns' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByRole('checkbox', { name: 'Name' })).toBeNull();
    await userEvent.type(within(dialog).getByLabelText('Find a column'), 'city');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'City (US)' }));
    expect(screen.queryByRole('columnheader', { name: 'City (US)' })).toBeNull();
    expect(within(dialog).getByRole('status')).toHaveTextContent('2 of 3 columns');
    first.unmount();
    render(<Chosen />);
    expect(screen.getByRole('columnheader', { name: 'Score' })).toBeVisible();
    expect(screen.queryByRole('columnheader', { name: 'City (US)' })).toBeNull();
  });

  it('keeps the choice of each user apart, under a name that tells nobody who it is', () => {
    const [ada, grace] = [ofUser('places', 'dev|ada'), ofUser('places', 'dev|grace')];
    expect(ada).toMatch(/^places_[0-9a-z]+$/);
    expect(ada).not.toContain('ada');
    expect(ada).not.toBe(grace);
    expect(ofUser('places', 'dev|ada')).toBe(ada);
  });
});
