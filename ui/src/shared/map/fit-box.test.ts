import { Control, map as leafletMap } from 'leaflet';
import { expect, it, vi } from 'vitest';
import { fitted, type Box } from './fit';
import { fitBox } from './MapFit';
import type { MapPoint } from './map-point';

const SIZE = { width: 390, height: 506 };
/** Two touch-sized buttons, as on a phone's map. */
const BUTTONS = { left: 10, top: 10, right: 56, bottom: 100 };
const RULE = { paddingPx: 30, maxZoom: 12 };

function mapOf() {
  const box = document.createElement('div');
  vi.spyOn(box, 'clientWidth', 'get').mockReturnValue(SIZE.width);
  vi.spyOn(box, 'clientHeight', 'get').mockReturnValue(SIZE.height);
  box.getBoundingClientRect = () => new DOMRect(0, 0, SIZE.width, SIZE.height);
  const map = leafletMap(box, { center: [47, -120], zoom: 6, zoomControl: false, zoomAnimation: false });
  const control = new Control.Zoom().addTo(map).getContainer() ?? box;
  const { left, top, right, bottom } = BUTTONS;
  control.getBoundingClientRect = () => new DOMRect(left, top, right - left, bottom - top);
  return map;
}

/** Screen positions after fitting these pixels of the world at zoom 9. */
function fittedAt(pixels: [x: number, y: number][]) {
  const map = mapOf();
  const points = pixels.map(([x, y], index): MapPoint => {
    const { lat: latitude, lng: longitude } = map.unproject([21_000 + x, 45_000 + y], 9);
    return { id: String(index), name: '', position: { latitude, longitude } } as MapPoint;
  });
  const wanted = fitted(points) as { box: Box };
  fitBox(map, wanted.box, points, RULE, false);
  return points.map(({ position }) =>
    map.latLngToContainerPoint([position?.latitude ?? 0, position?.longitude ?? 0]),
  );
}

it('MAPV-02: after a fit no marker lies under the zoom buttons', () => {
  // A box as large as the map without its padding: its corner is where the buttons are.
  const [corner, opposite] = fittedAt([
    [0, 0],
    [329, 445],
  ]);
  expect(corner?.x).toBeGreaterThanOrEqual(BUTTONS.right + 12);
  expect(opposite?.x).toBeLessThanOrEqual(SIZE.width - RULE.paddingPx);
  expect(opposite?.y).toBeLessThanOrEqual(SIZE.height - RULE.paddingPx);
});

it('MAPV-02: where there is more room below the buttons than beside them, the markers stand there', () => {
  const [corner, opposite] = fittedAt([
    [0, 0],
    [329, 150],
    [160, 340],
  ]);
  expect(corner?.x).toBeLessThan(BUTTONS.right);
  expect(corner?.y).toBeGreaterThanOrEqual(BUTTONS.bottom + 12);
  expect((opposite?.x ?? 0) - (corner?.x ?? 0), 'as close as before').toBeCloseTo(329, -1);
});

it('MAPV-02: a fit without a marker there has the same padding on all sides', () => {
  const [west, north] = fittedAt([
    [0, 300],
    [329, 0],
    [200, 445],
  ]);
  expect(west?.x).toBeCloseTo(RULE.paddingPx, -0.5);
  expect(north?.y).toBeCloseTo(RULE.paddingPx, -0.5);
});
