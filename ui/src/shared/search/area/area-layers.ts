/** What an area looks like on a map: rings of positions, and the counties that are chosen. */
import type { Position } from '@/shared/map/map-point';
import type { AreaShape } from '@/shared/map/shapes';
import { positionAt } from '@/shared/map/world';
import { outlineOf, type AreaDraft, type AreaKind } from './area-draft';

const CIRCLE_CORNERS = 96;
const MILES_PER_DEGREE = 69.09;

/** The rings of an area, as far as it is set. */
export function ringsOfArea(kind: AreaKind, area: AreaDraft): Position[][] {
  switch (kind) {
    case 'counties':
      return [];
    case 'radius':
      return area.center === null || area.miles === '' ? [] : [circle(area.center, area.miles)];
    case 'box': {
      const [one, other] = area.box;
      if (one === undefined || other === undefined) return [];
      return [
        [
          one,
          { latitude: one.latitude, longitude: other.longitude },
          other,
          { latitude: other.latitude, longitude: one.longitude },
        ],
      ];
    }
    case 'polygon':
      return area.rings.filter((ring) => ring.length > 1);
  }
}

/** The positions that a user can move. */
export function cornersOfArea(kind: AreaKind, area: AreaDraft): readonly Position[] {
  switch (kind) {
    case 'counties':
      return [];
    case 'radius':
      return area.center === null ? [] : [area.center];
    case 'box':
      return area.box;
    case 'polygon':
      return outlineOf(area);
  }
}

function circle({ latitude, longitude }: Position, miles: number): Position[] {
  const north = miles / MILES_PER_DEGREE;
  return Array.from({ length: CIRCLE_CORNERS }, (_, index) => {
    const angle = (index / CIRCLE_CORNERS) * 2 * Math.PI;
    const at = latitude + north * Math.cos(angle);
    const east = north / Math.max(0.01, Math.cos((at * Math.PI) / 180));
    return { latitude: at, longitude: longitude + east * Math.sin(angle) };
  });
}

/** The rings of a county's shape. */
export function ringsOfCounty({ rings }: AreaShape): Position[][] {
  return rings.map((ring) =>
    Array.from({ length: ring.length / 2 }, (_, index) =>
      positionAt({ x: ring[index * 2] ?? 0, y: ring[index * 2 + 1] ?? 0 }),
    ),
  );
}
