/**
 * The map's state in the address: its filters, the user's view, and where visits start. Unknown values are dropped.
 */
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import { readGroups, writeGroups } from '@/shared/companies/company-filters';
import { MAX_ZOOM, MIN_ZOOM, type MapMove, type MapStart } from '@/shared/map/fit';
import { positionOf, type Position } from '@/shared/map/map-point';
import type { Filters } from './filters';

/** Where visits start: at a position, or at a company by id. */
export type VisitStart = Position | string;

interface MapAddress {
  filters: Filters;
  /** Null if the map fits all companies. */
  view: MapStart | null;
  visit: VisitStart | null;
}

export function readAddress(params: URLSearchParams): MapAddress {
  const filters = readGroups(params);
  return {
    // One band, or none.
    filters: { ...filters, score: filters.score.length === 1 ? filters.score : [] },
    view: viewOf(params.get('view')),
    visit: visitOf(params.get('visit')),
  };
}

/** Other parameters are kept. */
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

/** Browsers refuse to update an address with every step of a moving map. */
const VIEW_DELAY_MS = 250;

/** Filters, view and visits live in state and are mirrored in the address, which changes too late for a ticked box. */
export function useMapAddress() {
  const [params, setParams] = useSearchParams();
  const [opened] = useState(() => readAddress(params));
  const [filters, setFilters] = useState<Filters>(opened.filters);
  const [visit, setVisit] = useState<VisitStart | null>(opened.visit);
  /** The view the user moved the map to. */
  const [view, setView] = useState<MapStart | null>(opened.view);
  /** The map's center, whoever moved it. */
  const center = useRef(opened.view?.center ?? null);

  // Writing would cancel a navigation.
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
      // The map will fit what is left.
      setView(null);
    },
    visit,
    setVisit,
    /** The view in the address when the page was opened. */
    restored: opened.view,
    currentCenter: () => center.current,
    onMove: ({ byFit, ...shown }: MapMove) => {
      center.current = shown.center;
      setView(byFit ? null : shown);
    },
  };
}
