import { describe, expect, it } from 'vitest';
import { averageOf, fitted } from './fit';
import { formatPosition, mapLabel, positionOf, RESULT_LOOK, type MapPoint, type Position } from './map-point';

const point = (position: Position | null): MapPoint => ({ id: '1', name: 'A', position, look: RESULT_LOOK });

describe('positions', () => {
  it('a business has one only where both coordinates are present and numeric', () => {
    expect(positionOf(45.5, '-122.6')).toEqual({ latitude: 45.5, longitude: -122.6 });
    expect(positionOf(0, 0)).toEqual({ latitude: 0, longitude: 0 });
    for (const [latitude, longitude] of [
      [null, -122],
      [45, undefined],
      ['', -122],
      ['north', -122],
      [Number.NaN, -122],
      [91, 0],
      [0, 181],
      [true, false],
    ]) {
      expect(positionOf(latitude, longitude)).toBeNull();
    }
  });

  it('read with five digits', () => {
    expect(formatPosition({ latitude: 45.5231, longitude: -122.6764 })).toBe('45.52310, -122.67640');
  });

  it('have an average, or the place that is named where there are none', () => {
    const otherwise = { latitude: 39.8, longitude: -98.6 };
    const two = [
      point({ latitude: 40, longitude: -100 }),
      point({ latitude: 42, longitude: -110 }),
      point(null),
    ];
    expect(averageOf(two, otherwise)).toEqual({ latitude: 41, longitude: -105 });
    expect(averageOf([point(null)], otherwise)).toBe(otherwise);
  });
});

describe('what a map fits', () => {
  it('is nothing, one position, or the box around all points and outlines', () => {
    expect(fitted([point(null)])).toEqual({ kind: 'nothing' });
    const at = { latitude: 40, longitude: -100 };
    expect(fitted([point(at), point(at)])).toEqual({ kind: 'single', at });
    const outline = { id: '1', rings: [[{ latitude: 45, longitude: -90 }]] };
    expect(fitted([point(at)], [outline])).toEqual({
      kind: 'box',
      box: { south: 40, west: -100, north: 45, east: -90 },
    });
  });
});

describe('what a map is called', () => {
  it('counts its businesses', () => {
    const noun = { one: 'business', many: 'businesses' };
    expect(mapLabel(1204, noun, 'list')).toBe('Map of 1,204 businesses. The list holds the same.');
    expect(mapLabel(1, noun, 'table')).toBe('Map of 1 business. The table holds the same.');
    expect(mapLabel(1, noun, null)).toBe('Map of 1 business.');
  });
});
