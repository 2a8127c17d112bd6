import { describe, expect, it } from 'vitest';
import type { Area } from './area';
import { leakageOf } from './figures';
import { measureOf, MEASURES, paintOf, stepOf } from './measures';

function area(changes: Partial<Area>): Area {
  return {
    id: '41061',
    name: 'Union County',
    state: 'OR',
    population: 10_000,
    low: 4,
    high: 4,
    usual: 5,
    index: 100,
    indexLow: null,
    indexHigh: null,
    gap: 0,
    under: 0.5,
    sureness: 'usual',
    listed: null,
    disagree: false,
    saved: 0,
    known: 0,
    knowsOthers: false,
    missing: null,
    ...changes,
  };
}

const colorOf = (id: Parameters<typeof measureOf>[0], question: 'sell' | 'open', of: Partial<Area>) => {
  const measure = measureOf(id, question);
  return paintOf(area(of), measure, measure.scale(4), true).color;
};

describe('the colors of a measure', () => {
  it.each([
    [2, 'blue-1'],
    [3, 'blue-2'],
    [9, 'blue-2'],
    [10, 'blue-3'],
    [30, 'blue-4'],
    [100, 'blue-5'],
  ])('%s businesses now', (count, color) => {
    expect(colorOf('now', 'sell', { low: count, high: count })).toBe(color);
  });

  it('a cell that is not published has the color of fewer than three', () => {
    expect(colorOf('now', 'sell', { low: 0, high: 2 })).toBe('blue-1');
  });

  it.each([
    [1, 'blue-1'],
    [2, 'blue-2'],
    [4, 'blue-3'],
    [5, 'blue-4'],
    [8, 'blue-5'],
  ])('%s per 10,000 where the nation has four', (count, color) => {
    expect(colorOf('rate', 'sell', { low: count, high: count })).toBe(color);
  });

  it.each([
    [53, 'room-3'],
    [70, 'room-2'],
    [85, 'room-1'],
    [100, 'middle'],
    [112, 'crowded-1'],
    [140, 'crowded-2'],
    [190, 'crowded-3'],
  ])('an index of %s: as room for more, and as the index itself', (index, color) => {
    expect(colorOf('room', 'open', { index })).toBe(color);
    expect(colorOf('index', 'open', { index })).toBe(color);
  });

  it.each([
    [-21, 'crowded-3'],
    [-0.9, 'middle'],
    [1, 'room-1'],
    [20, 'room-3'],
  ])('%s missing', (gap, color) => {
    expect(colorOf('gap', 'open', { gap })).toBe(color);
  });

  it('what cannot be told is the middle under hatching, crowded may have dots, no data is gray', () => {
    const room = measureOf('room', 'open');
    const paint = (of: Partial<Area>, sure = true) => paintOf(area(of), room, room.scale(4), sure);
    expect(paint({ index: 30, sureness: 'unknown' })).toEqual({
      color: 'middle',
      hatched: true,
      dotted: false,
    });
    expect(paint({ index: 30, sureness: 'unknown' }, false), 'where no class is told').toMatchObject({
      color: 'room-3',
      hatched: false,
    });
    expect(paint({ index: 150 }).dotted).toBe(true);
    expect(paint({ missing: 'No income is published.' }).color).toBe('none');
    expect(paint({ index: null }).color).toBe('none');
  });

  it('the breaks of index and leakage are the same', () => {
    const [room, index] = [measureOf('room', 'open').scale(1), measureOf('index', 'open').scale(1)];
    for (const at of index.breaks) {
      const leakage = leakageOf({ index: at }) ?? Number.NaN;
      expect(
        room.breaks.some((each) => Math.abs(each - leakage) < 0.6),
        String(at),
      ).toBe(true);
    }
  });

  it('each scale has one color more than breaks, and as many labels', () => {
    for (const { scale } of MEASURES) {
      const { colors, breaks, labels } = scale(4);
      expect(colors).toHaveLength(breaks.length + 1);
      expect(labels.texts).toHaveLength(labels.of === 'steps' ? colors.length : breaks.length);
    }
    expect(stepOf(3, [3, 10])).toBe(1);
  });

  it('a measure of the other question is not shown', () => {
    expect(measureOf('gap', 'sell').id).toBe('now');
    expect(measureOf(null, 'open').id).toBe('room');
  });
});
