/**
 * What the address keeps of the map: its filters, where somebody moved it, and where visits start. A value that is
 * no longer known is left out.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { readGroups, writeGroups } from '@/shared/companies/company-filters';
import { MAX_ZOOM, MIN_ZOOM, type MapMove, type MapStart } from '@/shared/map/fit';
import { positionOf, type Position } from '@/shared/map/map-point';
import type { Filters } from './filters';

/** Where a visit order starts: at a position, or at a company, by its id. */
export type VisitStart = Position | string;

interface MapAddress {
  filters: Filters;
  /** Null where the map shows all that there is. */
  view: MapStart | null;
  visit: VisitStart | null;
}

export function readAddress(params: URLSearchParams): MapAddress {
  const filters = readGroups(params);
  return {
    // One band, or all.
    filters: { ...filters, score: filters.score.length === 1 ? filters.score : [] },
    view: viewOf(params.get('view')),
    visit: visitOf(params.get('visit')),
  };
}

/** The address with this in it; what else it says stays. */
export function writeAddress(params: URLSearchParams, { filters, view, visit }: MapAddress): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of ['view', 'visit']) next.delete(name);
  writeGroups(next, filters);
  if (view !== null) next.set('view', `${written(view.center)},${view.zoom}`);
  if (visit !== null) next.set('visit', typeof visit === 'string' ? visit : written(visit));
  return next;
}

function written({ latitude, longitude }: Position): string {
  return `${latitude.toFixed(5)},${longitude.toFixed(5)}`;
}

function viewOf(text: string | null): MapStart | null {
  const [latitude, longitude, zoom, ...rest] = text?.split(',') ?? [];
  const center = positionOf(latitude, longitude);
  const level = Number(zoom);
  const sound = Number.isInteger(level) && level >= MIN_ZOOM && level <= MAX_ZOOM;
  return center === null || !sound || rest.length > 0 ? null : { center, zoom: level };
}

function visitOf(text: string | null): VisitStart | null {
  if (text === null || text === '') return null;
  const [latitude, longitude, ...rest] = text.split(',');
  return (rest.length === 0 ? positionOf(latitude, longitude) : null) ?? text;
}

/** Browsers refuse an address that changes with every step of a moving map. */
const VIEW_DELAY_MS = 250;

/** Filters, view and visits live in state and are mirrored in the address, which changes too late for a ticked box. */
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
