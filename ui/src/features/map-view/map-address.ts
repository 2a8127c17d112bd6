/**
 * What the address keeps of the map: its filters, where somebody moved it, and where visits start. A value that is
 * no longer known is left out.
 */
import { MAX_ZOOM, MIN_ZOOM, type MapStart } from '@/shared/map/fit';
import { positionOf, type Position } from '@/shared/map/map-point';
import { CONTACT_STATUSES, type ContactStatus } from '@/shared/status/contact-status';
import { SCORE_BANDS } from '@/shared/score/score';
import type { Filters, ListGroup } from './filters';

/** Where a visit order starts: at a position, or at a company, by its id. */
export type VisitStart = Position | string;

export interface MapAddress {
  filters: Filters;
  /** Null where the map shows all that there is. */
  view: MapStart | null;
  visit: VisitStart | null;
}

const LISTS: readonly ListGroup[] = ['status', 'industry', 'state', 'city'];
const NAMES = [...LISTS, 'score', 'view', 'visit'] as const;

export function readAddress(params: URLSearchParams): MapAddress {
  const values = (group: ListGroup) => [...new Set(params.getAll(group))];
  return {
    filters: {
      status: values('status').filter((value): value is ContactStatus =>
        Object.hasOwn(CONTACT_STATUSES, value),
      ),
      score: SCORE_BANDS.find(({ band }) => band === params.get('score'))?.band ?? null,
      industry: values('industry'),
      state: values('state'),
      city: values('city'),
    },
    view: viewOf(params.get('view')),
    visit: visitOf(params.get('visit')),
  };
}

/** The address with this in it; what else it says stays. */
export function writeAddress(params: URLSearchParams, { filters, view, visit }: MapAddress): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of NAMES) next.delete(name);
  for (const group of LISTS)
    filters[group].forEach((value) => {
      next.append(group, value);
    });
  if (filters.score !== null) next.set('score', filters.score);
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
