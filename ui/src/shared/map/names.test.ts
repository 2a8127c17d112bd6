import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { GroundParts, Town } from './ground';
import { placeNames } from './names';
import { grown, isWithin, Taken, type Rect } from './taken';
import type { View } from './view';
import { worldPoint, worldSize } from './world';

const SIZE = { x: 800, y: 600 };
const SEEN = { left: 0, top: 0, right: SIZE.x, bottom: SIZE.y };
const measure = (text: string, sizePx: number) => (text.length * sizePx) / 2;

function view(zoom: number, latitude: number, longitude: number): View {
  const { x, y } = worldPoint({ latitude, longitude });
  const world = worldSize(zoom);
  return { zoom, size: SIZE, ratio: 1, corner: { x: x * world - SIZE.x / 2, y: y * world - SIZE.y / 2 } };
}

function townsOf(file: string): Town[] {
  const { names, people, at } = JSON.parse(readFileSync(`../data/map/${file}.json`, 'utf8')) as {
    names: string[];
    people?: number[];
    at: number[];
  };
  return names.map((name, index) => ({
    name,
    people: people?.[index] ?? 0,
    at: worldPoint({ longitude: (at[index * 2] ?? 0) / 1000, latitude: (at[index * 2 + 1] ?? 0) / 1000 }),
  }));
}

const GROUND: GroundParts = {
  states: null,
  counties: null,
  roads: null,
  cities: townsOf('cities'),
  towns: townsOf('towns'),
};

function named(shown: View, covered = new Taken()) {
  return placeNames(GROUND, { view: shown, seen: SEEN, covered, measure }).names;
}

function boxOf({ text, sizePx, x, y }: { text: string; sizePx: number; x: number; y: number }): Rect {
  const [half, height] = [measure(text, sizePx) / 2, sizePx / 2];
  return { left: x - half, top: y - height, right: x + half, bottom: y + height };
}

describe('the names on a map', () => {
  it('are of more and smaller towns the closer one looks', () => {
    const texts = (zoom: number) => named(view(zoom, 44.06, -121.31)).map(({ text }) => text);
    expect(texts(4)).toEqual([]);
    expect(texts(5)).toEqual(expect.arrayContaining(['Seattle', 'Portland']));
    expect(texts(5)).not.toContain('Bend');
    expect(texts(7)).toContain('Bend');
    expect(texts(9)).not.toContain('La Pine');
    expect(texts(10)).toContain('Redmond');
  });

  it('are clear of one another, whole, and clear of markers', () => {
    const taken = new Taken();
    const marker = { left: 380, top: 280, right: 420, bottom: 320 };
    taken.take(marker);
    const names = named(view(10, 40.75, -73.98), taken);
    expect(names.length).toBeGreaterThan(10);
    const boxes = [...names.map(boxOf), marker];
    for (const [index, box] of boxes.entries()) {
      if (index < names.length) expect(isWithin(box, SEEN)).toBe(true);
      const others = new Taken();
      for (const other of boxes.slice(index + 1)) others.take(grown(other, -1));
      expect(others.isFree(grown(box, -1)), names[index]?.text).toBe(true);
    }
  });

  it('where there is no town, tell the way to the nearest two', () => {
    const texts = named(view(12, 43.3, -120.5)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    for (const text of texts) expect(text).toMatch(/^[→↘↓↙←↖↑↗] .+ \d+\.\d mi$/);
  });
});
