/** The kinds of business of a county, most missing first. */
import { Button, Group, SegmentedControl, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { AtlasArea } from '@/shared/api/generated';
import { formatNumber } from '@/shared/lib/format';
import { useDebouncedText, type DebouncedText } from '@/shared/lib/use-debounced-text';
import { paths } from '@/shared/paths';
import type { Column } from '@/shared/table/column';
import { DataTable } from '@/shared/table/DataTable';
import { useAddressSort } from '@/shared/table/sort';
import { usePhone } from '@/shared/ui/use-phone';
import { SIGNS, type KindFigures } from '../area';
import { amountText, businessesText, gapText, sureText } from '../figures';
import classes from './County.module.css';

/** A phone has one sentence in place of the columns of figures. */
const ON_DESKTOP = new Set(['now', 'usual', 'missing', 'sure']);
const ON_PHONE = new Set(['sentence']);
const MAX_HEIGHT = 'max(28rem, calc(100dvh - 18rem))';

interface KindTableProps {
  county: AtlasArea;
  kinds: readonly KindFigures[];
}

export function KindTable({ county, kinds }: KindTableProps) {
  const { fips, state } = county;
  const [params, setParams] = useSearchParams();
  const navigate = useNavigate();
  const phone = usePhone();
  const write = (name: string, value: string) => {
    setParams(
      (now) => {
        if (value === '') now.delete(name);
        else now.set(name, value);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  };
  const find = useDebouncedText(params.get('find') ?? '', (text) => {
    write('find', text);
  });
  const all = params.has('all');
  const room = kinds.filter(({ sureness }) => sureness === 'under');
  const wanted = find.text.trim().toLowerCase();
  const shown = (all ? kinds : room).filter((each) => namesOf(each).toLowerCase().includes(wanted));
  const columns = useMemo(() => columnsOf(fips), [fips]);
  const [sort, setSort] = useAddressSort(columns);
  return (
    <div className={classes.table}>
      <Filters rooms={room.length} kinds={kinds.length} all={all} find={find} write={write} />
      <DataTable
        label="Kinds of business"
        columns={columns}
        rows={shown}
        hidden={phone ? ON_DESKTOP : ON_PHONE}
        rowId={({ kind }) => kind}
        rowName={namesOf}
        sort={sort}
        onSort={setSort}
        maxHeight={MAX_HEIGHT}
        onPhone="items"
        onOpen={({ kind }) => {
          void navigate(paths.atlas({ question: 'open', kind, state, county: fips }));
        }}
        empty={all || wanted !== '' ? 'No kind has this name.' : 'No kind here surely has room.'}
      />
    </div>
  );
}

interface FiltersProps {
  rooms: number;
  kinds: number;
  all: boolean;
  find: DebouncedText;
  write: (name: string, value: string) => void;
}

function Filters({ rooms, kinds, all, find, write }: FiltersProps) {
  return (
    <Group gap="sm" align="flex-end" className={classes.tools ?? ''}>
      <SegmentedControl
        size="sm"
        aria-label="Which kinds are listed"
        data={[
          { value: 'room', label: `Room ${formatNumber(rooms)}` },
          { value: 'all', label: `All ${formatNumber(kinds)}` },
        ]}
        value={all ? 'all' : 'room'}
        onChange={(value) => {
          write('all', value === 'all' ? '1' : '');
        }}
      />
      <TextInput
        size="sm"
        label="Find a kind"
        value={find.text}
        onChange={({ currentTarget: { value } }) => {
          find.type(value);
        }}
        onBlur={find.settle}
      />
    </Group>
  );
}

function columnsOf(fips: string): Column<KindFigures>[] {
  return [
    {
      id: 'kind',
      label: 'Kind',
      width: 165,
      sticky: true,
      value: namesOf,
      cell: (kind) => <Names kind={kind} />,
    },
    {
      id: 'class',
      label: 'Here',
      width: 145,
      onPhone: 'aside',
      value: ({ sureness }) => SIGNS[sureness].text,
      cell: ({ sureness }) => (
        <span>
          <span aria-hidden>{SIGNS[sureness].sign} </span>
          {SIGNS[sureness].text}
        </span>
      ),
    },
    {
      id: 'sentence',
      label: 'Missing',
      sortable: false,
      value: ({ gap }) => gap,
      cell: (kind) => `${businessesText(kind)} of ${amountText(kind.usual)} · ${gapText(kind.gap)}`,
    },
    { id: 'now', label: 'Now', width: 76, numeric: true, value: ({ high }) => high, cell: businessesText },
    {
      id: 'usual',
      label: 'Usual',
      width: 80,
      numeric: true,
      value: ({ usual }) => usual,
      cell: ({ usual }) => amountText(usual),
    },
    {
      id: 'missing',
      label: 'Missing',
      width: 96,
      numeric: true,
      value: ({ gap }) => gap,
      cell: ({ gap }) => amountText(gap),
    },
    { id: 'sure', label: 'Sure', width: 76, numeric: true, value: ({ under }) => under, cell: sureText },
    {
      id: 'search',
      label: 'Start a search',
      width: 138,
      sortable: false,
      onPhone: 'below',
      value: () => null,
      cell: (kind) => <StartSearch kind={kind} fips={fips} />,
    },
  ];
}

/** "Bar, nightclub, pub": what is counted as the same. */
function namesOf({ title, also }: KindFigures): string {
  return [title, ...also].join(', ');
}

function Names({ kind }: { kind: KindFigures }) {
  const names = namesOf(kind);
  const { countedAs } = kind;
  return <span title={countedAs === null ? names : `${names}: counted as ${countedAs}`}>{names}</span>;
}

function StartSearch({ kind, fips }: { kind: KindFigures; fips: string }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={`Start a search for ${kind.title}`}
      component={Link}
      to={paths.newSearch({ term: kind.kind, county: fips })}
    >
      Start a search
    </Button>
  );
}
