/**
 * The list beside a map: the same businesses, for eyes that look for a name and for keyboards, which cannot
 * reach a drawn marker. One Tab stop; arrows, Home, End and Page move, Enter opens the popup on the map. Only the
 * rows in view are in the document.
 */
import { Text, TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useImperativeHandle, useMemo, useRef, useState, type Ref } from 'react';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import type { MapPoint } from './map-point';
import type { Marked } from './marked';
import { PlaceRow } from './PlaceRow';
import { useRovingRows } from './use-roving-rows';
import classes from './MapFrame.module.css';

const ROW_HEIGHT_PX = 52;
const OVERSCAN_ROWS = 8;

export interface PlaceListHandle {
  /** Gives the focus to a row. */
  focus: (id: string) => void;
}

interface PlaceListProps {
  /** Names the list: "Businesses". */
  label: string;
  points: readonly MapPoint[];
  marked: Marked;
  onSelect: (id: string) => void;
  onHover: (id: string | null) => void;
  ref?: Ref<PlaceListHandle>;
}

export function PlaceList({ label, points, marked, onSelect, onHover, ref }: PlaceListProps) {
  const [search, setSearch] = useState('');
  const scroller = useRef<HTMLUListElement>(null);
  const rows = useMemo(() => ordered(points, search), [points, search]);
  // Its functions are called in this render only, so that nothing is memoized from them.
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
      {/* What changes without a search here is said where it was changed. */}
      <Text size="xs" c="dimmed" role="status" aria-live={search.trim() === '' ? 'off' : 'polite'} my={4}>
        {search.trim() === ''
          ? formatCounted(points.length, 'place')
          : `${formatNumber(rows.length)} of ${formatCounted(points.length, 'place')}`}
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

/** Those that match, in their order; those without a position end the list. */
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
