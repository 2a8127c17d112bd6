/** A list and a map of the same places: the popup opens from either, and closing it returns the focus there. */
import { useCallback, useRef } from 'react';
import type { PlaceListHandle } from './PlaceList';

export function useListAndMap(selected: string | null, onSelect: (id: string | null) => void) {
  const list = useRef<PlaceListHandle>(null);
  const frame = useRef<HTMLElement>(null);
  /** Where the focus returns to. */
  const openedFrom = useRef<'list' | 'map'>('map');

  const selectFromList = (id: string) => {
    openedFrom.current = 'list';
    onSelect(id);
    // On a phone the map is above the list, often out of view.
    frame.current?.querySelector('.da-map')?.scrollIntoView({ block: 'nearest' });
  };
  const selectFromMap = useCallback(
    (id: string | null) => {
      openedFrom.current = 'map';
      onSelect(id);
    },
    [onSelect],
  );
  const closePopup = useCallback(() => {
    onSelect(null);
    if (openedFrom.current === 'list' && selected !== null) list.current?.focus(selected);
    else frame.current?.querySelector<HTMLElement>('.da-map')?.focus({ preventScroll: true });
  }, [onSelect, selected]);

  return { list, frame, selectFromList, selectFromMap, closePopup };
}
