/**
 * The list next to a map: the same businesses, for looking up a name and for keyboards, which cannot reach a drawn
 * marker. One Tab stop; arrows, Home, End and Page move, Enter opens the popup on the map. Only rows in view are in
 * the document.
 */
import { Text, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
} from 'react';
import { Link } from 'react-router';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import type { MapPoint, Marked } from './map-point';
import { useRovingRows } from './use-roving-rows';
import classes from './MapFrame.module.css';

const ROW_HEIGHT_PX = 52;
const OVERSCAN_ROWS = 8;

export interface PlaceListHandle {
  focus: (id: string) => void;
}

interface PlaceListProps {
  label: string;
  /** What is counted above the rows. */
  noun?: { one: string; many: string };
  /** Below the search field. */
  head?: ReactNode;
  points: readonly MapPoint[];
  marked: Marked;
  onSelect: (id: string) => void;
  onHover: (id: string | null) => void;
  ref?: Ref<PlaceListHandle>;
}

const PLACES = { one: 'place', many: 'places' };

export function PlaceList(props: PlaceListProps) {
  const { label, noun = PLACES, head, points, marked, onSelect, onHover, ref } = props;
  const count = formatCounted(points.length, noun.one, noun.many);
  const [search, setSearch] = useState('');
  const scroller = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => ordered(points, search), [points, search]);
  // Its functions are called only in this render, so nothing is memoized from them.
  // eslint-disable-next-line react-hooks/incompatible-library
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN_ROWS,
  });
  const roving = useRovingRows(rows, (index) => {
    virtualizer.scrollToIndex(index);
  });
  useImperativeHandle(ref, () => ({ focus: roving.focus }));

  return (
    <div className={classes.list}>
      <TextInput
        size="sm"
        label="Find on the map"
        value={search}
        onChange={(event) => {
          setSearch(event.currentTarget.value);
        }}
      />
      {head}
      {/* Changes that do not come from the search here are announced where they were made. */}
      <Text size="xs" c="dimmed" role="status" aria-live={search.trim() === '' ? 'off' : 'polite'} my={4}>
        {search.trim() === '' ? count : `${formatNumber(rows.length)} of ${count}`}
      </Text>
      <ul ref={scroller} className={classes.rows} aria-label={label}>
        <li aria-hidden style={{ height: virtualizer.getTotalSize() }} />
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const point = rows[index];
          if (point === undefined) return null;
          return (
            <PlaceRow
              key={point.id}
              point={point}
              position={index + 1}
              of={rows.length}
              top={start}
              tabStop={index === roving.tabStop}
              marked={marked}
              onSelect={onSelect}
              onHover={onHover}
              onKeyDown={roving.onKeyDown}
              onFocus={roving.onFocus}
              onMount={roving.onMount}
            />
          );
        })}
      </ul>
    </div>
  );
}

/** The matches in their order, those without a position last. */
function ordered(points: readonly MapPoint[], search: string): MapPoint[] {
  const wanted = search.trim().toLowerCase();
  const matching = points.filter(({ name, detail = '' }) =>
    `${name} ${detail}`.toLowerCase().includes(wanted),
  );
  return [
    ...matching.filter(({ position }) => position !== null),
    ...matching.filter(({ position }) => position === null),
  ];
}

interface PlaceRowProps {
  point: MapPoint;
  position: number;
  of: number;
  /** Its offset in the list, in pixels. */
  top: number;
  tabStop: boolean;
  marked: Marked;
  onSelect: (id: string) => void;
  onHover: (id: string | null) => void;
  onFocus: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Gets the button or link; the returned function is called when it unmounts. */
  onMount: (id: string, button: HTMLElement) => () => void;
}

/** A business in the list next to the map. One without a position says so, and links to its page if it has one. */
function PlaceRow(props: PlaceRowProps) {
  const { point, position, of, top, tabStop, marked, onSelect, onHover, onFocus, onKeyDown, onMount } = props;
  const { id, name, page } = point;
  const placed = point.position !== null;
  const mount = useCallback(
    (element: HTMLElement | null) => (element === null ? undefined : onMount(id, element)),
    [id, onMount],
  );
  const shared = {
    ref: mount,
    className: classes.rowButton,
    tabIndex: tabStop ? 0 : -1,
    'data-hovered': marked.hovered === id || undefined,
    'data-selected': marked.selected === id || undefined,
    title: name,
    onPointerEnter: () => {
      onHover(id);
    },
    onPointerLeave: () => {
      onHover(null);
    },
    onFocus: () => {
      onFocus(id);
      onHover(id);
    },
    onBlur: () => {
      onHover(null);
    },
    onKeyDown,
  };
  const content = <RowContent point={point} />;
  return (
    <li className={classes.row} style={{ top }} aria-setsize={of} aria-posinset={position}>
      {placed || page === undefined ? (
        <button
          type="button"
          {...shared}
          aria-disabled={!placed}
          aria-expanded={placed ? marked.selected === id : undefined}
          onClick={() => {
            if (placed) onSelect(id);
          }}
        >
          {content}
        </button>
      ) : (
        <Link to={page} {...shared}>
          {content}
        </Link>
      )}
    </li>
  );
}

function RowContent({ point: { name, detail, look, page, position } }: { point: MapPoint }) {
  const placed = position !== null;
  return (
    <>
      <span
        className={classes.dot}
        data-small={look.letter.length > 2 || undefined}
        style={{ background: placed ? look.fill : undefined, color: look.ink }}
        aria-hidden
      >
        {placed ? look.letter : null}
      </span>
      <span className={classes.rowText}>
        <span className={classes.rowName}>{name}</span>
        <Text span size="xs" c="dimmed" className={classes.rowName}>
          {placed ? detail : 'No coordinates'}
          {placed || page === undefined ? null : ' · View Account'}
        </Text>
      </span>
    </>
  );
}
