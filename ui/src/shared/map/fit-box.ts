/** Brings a box into view so that no marker in it lies under the zoom buttons. */
import { bounds, latLngBounds, point, type Map as LeafletMap, type Point } from 'leaflet';
import type { Box, FitRule } from './fit';
import type { MapPoint } from './map-point';

/** What stays free between the zoom buttons and the middle of a marker. */
const BESIDE_BUTTONS_PX = 16;

export function fitBox(
  map: LeafletMap,
  { south, west, north, east }: Box,
  points: readonly MapPoint[],
  { paddingPx, maxZoom }: Pick<FitRule, 'paddingPx' | 'maxZoom'>,
  animate: boolean,
): void {
  const box = latLngBounds([south, west], [north, east]);
  const padding = point(paddingPx, paddingPx);
  const buttons = buttonsOf(map);
  /** Where markers would stand with the same padding on all sides. */
  const zoom = Math.min(map.getBoundsZoom(box, false, padding.multiplyBy(2)), maxZoom);
  const at = (latLng: [number, number]) => map.project(latLng, zoom);
  const middle = at([south, west])
    .add(at([north, east]))
    .divideBy(2);
  const corner = middle.subtract(map.getSize().divideBy(2));
  const isCovered = ({ position }: MapPoint) =>
    position !== null &&
    buttons?.contains(at([position.latitude, position.longitude]).subtract(corner)) === true;
  // Beside the buttons or below them: where the map comes closer.
  const ways =
    buttons !== null && points.some(isCovered)
      ? [point(buttons.getBottomRight().x, paddingPx), point(paddingPx, buttons.getBottomRight().y)]
      : [padding];
  const zoomOf = (way: Point) => map.getBoundsZoom(box, false, way.add(padding));
  const best = ways.reduce((one, other) => (zoomOf(other) > zoomOf(one) ? other : one));
  map.fitBounds(box, { paddingTopLeft: best, paddingBottomRight: padding, maxZoom, animate });
}

/** The zoom buttons and what stays free around them, from the map's corner on. */
function buttonsOf(map: LeafletMap) {
  const control = map.getContainer().querySelector('.leaflet-control-zoom');
  if (control === null) return null;
  const own = control.getBoundingClientRect();
  const outer = map.getContainer().getBoundingClientRect();
  return bounds(
    [own.left - outer.left - BESIDE_BUTTONS_PX, own.top - outer.top - BESIDE_BUTTONS_PX],
    [own.right - outer.left + BESIDE_BUTTONS_PX, own.bottom - outer.top + BESIDE_BUTTONS_PX],
  );
}
