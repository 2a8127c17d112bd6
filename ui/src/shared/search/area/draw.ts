/** What setting, undoing and clearing corners does to an area. */
import type { Position } from '@/shared/map/map-point';
import type { CountyPlace } from '@/shared/map/use-shapes';
import { EMPTY_AREA, outlineOf, shortPosition, type AreaDraft, type AreaKind } from './area-draft';

export interface Drawn {
  area: AreaDraft;
  /** For who cannot see it. */
  said: string;
}

/** A place was chosen on the map; `county` lies there. */
export function setAt(
  kind: AreaKind,
  area: AreaDraft,
  at: Position,
  county: CountyPlace | undefined,
): Drawn | null {
  switch (kind) {
    case 'counties':
      return county === undefined ? null : toggled(area, county);
    case 'radius':
      return { area: { ...area, center: at, around: '' }, said: `Middle set at ${shortPosition(at)}` };
    case 'box': {
      // A third corner begins another box.
      const before = area.box.length === 1 ? area.box : [];
      const box = [...before, at];
      return { area: { ...area, box }, said: `Corner ${box.length} of 2 set at ${shortPosition(at)}` };
    }
    case 'polygon': {
      const ring = [...outlineOf(area), at];
      return { area: withOutline(area, ring), said: `Corner ${ring.length} set at ${shortPosition(at)}` };
    }
  }
}

function toggled(area: AreaDraft, { name, state, shape }: CountyPlace): Drawn {
  const isChosen = area.counties.some(({ fips }) => fips === shape.id);
  const label = `${name}, ${state}`;
  const counties = isChosen
    ? area.counties.filter(({ fips }) => fips !== shape.id)
    : [...area.counties, { fips: shape.id, name: label }];
  return { area: { ...area, counties }, said: `${label} ${isChosen ? 'removed' : 'added'}` };
}

/** Takes the last corner or county back. */
export function undone(kind: AreaKind, area: AreaDraft): AreaDraft {
  switch (kind) {
    case 'counties':
      return { ...area, counties: area.counties.slice(0, -1) };
    case 'radius':
      return { ...area, center: null, around: '' };
    case 'box':
      return { ...area, box: area.box.slice(0, -1) };
    case 'polygon':
      return withOutline(area, outlineOf(area).slice(0, -1));
  }
}

export function cleared(kind: AreaKind, area: AreaDraft): AreaDraft {
  const { counties, center, around, box, rings } = EMPTY_AREA;
  switch (kind) {
    case 'counties':
      return { ...area, counties };
    case 'radius':
      return { ...area, center, around };
    case 'box':
      return { ...area, box };
    case 'polygon':
      return { ...area, rings };
  }
}

/** A corner was dragged elsewhere. */
export function moved(kind: AreaKind, area: AreaDraft, index: number, to: Position): AreaDraft {
  const replaced = (corners: readonly Position[]) =>
    corners.map((corner, at) => (at === index ? to : corner));
  switch (kind) {
    case 'counties':
      return area;
    case 'radius':
      return { ...area, center: to, around: '' };
    case 'box':
      return { ...area, box: replaced(area.box) };
    case 'polygon':
      return withOutline(area, replaced(outlineOf(area)));
  }
}

/** The outline with its holes; without an outline there are none. */
function withOutline(area: AreaDraft, outline: Position[]): AreaDraft {
  return { ...area, rings: outline.length === 0 ? [] : [outline, ...area.rings.slice(1)] };
}
