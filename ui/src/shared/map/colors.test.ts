import {
  differenceCie76,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  rgb,
  wcagContrast,
  type Rgb,
} from 'culori';
import { describe, expect, it } from 'vitest';
import { DIVERGING, GROUND, HATCH, NO_DATA, SEQUENTIAL } from './colors';

const SCHEMES = ['light', 'dark'] as const;
const NEIGHBOR = 1.35;
const GRAPHIC = 3;
const NAME = 7;
/** ΔE*ab. */
const APART = 10;
const EYES: readonly [string, (color: Rgb) => Rgb][] = [
  ['usual', (color) => color],
  ['protan', filterDeficiencyProt(1)],
  ['deutan', filterDeficiencyDeuter(1)],
  ['tritan', filterDeficiencyTrit(1)],
];
const SCALES = [
  ['diverging', DIVERGING],
  ['sequential', SEQUENTIAL],
] as const;

describe.each(SCHEMES)('the colors of areas in the %s scheme', (scheme) => {
  describe.each(SCALES)('%s', (_, scale) => {
    const steps = Object.values(scale).map((step) => step[scheme]);

    it('neighboring steps differ in lightness', () => {
      for (const [index, step] of steps.slice(1).entries()) {
        expect(wcagContrast(step, steps[index] ?? ''), step).toBeGreaterThanOrEqual(NEIGHBOR);
      }
    });

    it.each(EYES)('any two, and no data, are apart for %s eyes', (__, seen) => {
      const distance = differenceCie76();
      const all = [...steps, NO_DATA[scheme]].map((hex) => seen(rgb(hex) ?? expect.fail(hex)));
      for (const [index, one] of all.entries()) {
        for (const other of all.slice(index + 1)) {
          expect(distance(one, other), JSON.stringify([one, other])).toBeGreaterThanOrEqual(APART);
        }
      }
    });
  });

  it('lines and names stand out from land', () => {
    const onLand = (name: keyof typeof GROUND) => wcagContrast(GROUND[name][scheme], GROUND.land[scheme]);
    expect(onLand('state')).toBeGreaterThanOrEqual(GRAPHIC);
    expect(onLand('interstate')).toBeGreaterThanOrEqual(GRAPHIC);
    expect(onLand('highway')).toBeGreaterThanOrEqual(2);
    expect(onLand('county')).toBeGreaterThanOrEqual(1.5);
    expect(onLand('quiet')).toBeGreaterThanOrEqual(NAME);
  });

  it('hatching on the middle color, and names on land', () => {
    expect(wcagContrast(HATCH[scheme], DIVERGING.middle[scheme])).toBeGreaterThanOrEqual(GRAPHIC);
    expect(wcagContrast(GROUND.label[scheme], GROUND.land[scheme])).toBeGreaterThanOrEqual(NAME);
  });
});
