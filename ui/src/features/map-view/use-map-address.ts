/**
 * Filters, view and visits of the map, mirrored in the address. They live in state, since an address changes a
 * moment later than a box has to be ticked.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { MapMove, MapStart } from '@/shared/map/fit';
import type { Filters } from './filters';
import { readAddress, writeAddress, type VisitStart } from './map-address';

/** Browsers refuse an address that changes with every step of a moving map. */
const VIEW_DELAY_MS = 250;

export function useMapAddress() {
  const [params, setParams] = useSearchParams();
  const [opened] = useState(() => readAddress(params));
  const [filters, setFilters] = useState<Filters>(opened.filters);
  const [visit, setVisit] = useState<VisitStart | null>(opened.visit);
  /** Where somebody moved the map. */
  const [view, setView] = useState<MapStart | null>(opened.view);
  /** Where its center is, whoever moved it. */
  const center = useRef(opened.view?.center ?? null);

  // Writing would cancel a link that is being followed.
  const isStaying = useNavigation().state === 'idle';
  const write = useEffectEvent(() => {
    if (!isStaying) return;
    const next = writeAddress(params, { filters, view, visit });
    if (next.toString() !== params.toString()) setParams(next, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    write();
  }, [filters, visit, isStaying]);
  useEffect(() => {
    const timer = setTimeout(() => {
      write();
    }, VIEW_DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [view]);

  return {
    filters,
    setFilters: (next: Filters) => {
      setFilters(next);
      // The map is about to show what is left.
      setView(null);
    },
    visit,
    setVisit,
    /** The view that the address named when the page was opened. */
    restored: opened.view,
    currentCenter: () => center.current,
    onMove: ({ byFit, ...shown }: MapMove) => {
      center.current = shown.center;
      setView(byFit ? null : shown);
    },
  };
}
