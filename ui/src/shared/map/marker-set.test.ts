import { describe, expect, it } from 'vitest';
import { RESULT_LOOK, type PlacedPoint } from './map-point';
import { CLUSTER_ABOVE, MarkerSet } from './marker-set';
import { worldPoint, type WorldBox } from './world';

const USA: WorldBox = { west: 0.1, north: 0.3, east: 0.4, south: 0.5 };

function points(count: number): PlacedPoint[] {
  return Array.from({ length: count }, (_, index) => ({
    id: String(index),
    name: `Business ${index}`,
    position: { latitude: 30 + (index % 100) / 10, longitude: -110 + Math.floor(index / 100) / 20 },
    look: RESULT_LOOK,
  }));
}

describe('the markers of a map', () => {
  it('lie where Web Mercator has them', () => {
    expect(worldPoint({ latitude: 0, longitude: 0 })).toEqual({ x: 0.5, y: 0.5 });
    const portland = worldPoint({ latitude: 45.52, longitude: -122.67 });
    expect(portland.x).toBeCloseTo(0.15925, 5);
    expect(portland.y).toBeCloseTo(0.35766, 4);
    expect(worldPoint({ latitude: 90, longitude: 180 }).y).toBeCloseTo(0, 6);
  });

  it('stand alone up to 10,000, and only those in the box are drawn', () => {
    const set = new MarkerSet(points(CLUSTER_ABOVE));
    expect(set.within(USA, 4)).toHaveLength(CLUSTER_ABOVE);
    expect(set.within({ ...USA, west: 0.39, east: 0.4 }, 4)).toHaveLength(0);
  });

  it('gather in clusters above 10,000, none lost, and fall apart at the zoom that they name', () => {
    const count = CLUSTER_ABOVE + 1;
    const set = new MarkerSet(points(count));
    const marks = set.within(USA, 4);
    expect(marks.length).toBeLessThan(count / 10);
    const held = marks.reduce((sum, mark) => sum + (mark.kind === 'cluster' ? mark.count : 1), 0);
    expect(held).toBe(count);
    const cluster = marks.find((mark) => mark.kind === 'cluster');
    expect(cluster && set.expansionZoom(cluster)).toBeGreaterThan(4);
    expect(set.within(USA, 18)).toHaveLength(count);
  });

  it('finds the marker of a business, also within a cluster', () => {
    const set = new MarkerSet(points(CLUSTER_ABOVE + 1));
    expect(set.find('17')?.point.name).toBe('Business 17');
    expect(set.find('none')).toBeUndefined();
    expect(set.find(null)).toBeUndefined();
  });
});
