import { Text } from '@mantine/core';
import { useCallback, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { MapPoint } from './map-point';
import type { Marked } from './marked';
import classes from './MapFrame.module.css';

interface PlaceRowProps {
  point: MapPoint;
  position: number;
  of: number;
  /** Where it stands in the list, in pixels. */
  top: number;
  tabStop: boolean;
  marked: Marked;
  onSelect: (id: string) => void;
  onHover: (id: string | null) => void;
  onFocus: (id: string) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  /** Hears of its button or link; what it answers is called when that goes. */
  onMount: (id: string, button: HTMLElement) => () => void;
}

/** A business in the list beside the map. Without a position it says so, and leads to its page where it has one. */
export function PlaceRow(props: PlaceRowProps) {
  const { point, position, of, top, tabStop, marked, onSelect, onHover, onFocus, onKeyDown, onMount } = props;
  const { id, name, detail, look, page } = point;
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
    },
    onKeyDown,
  };
  const content = (
    <>
      <span
        className={classes.dot}
        data-small={look.letter.length > 2 || undefined}
        style={{ background: placed ? look.fill : undefined }}
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
