import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { describe, expect, it } from 'vitest';
import { cssVariables, theme } from './theme';
import {
  AVERAGE_BAR,
  colorVariables,
  FIGURES,
  GRAPHICS,
  GROUND,
  PROGRESS,
  PROGRESS_TRACK,
  SIDEBAR,
  SIDEBAR_TRACK,
  TONES,
} from './tokens';

const SCHEMES = ['light', 'dark'] as const;
const TEXT = 4.5;
const GRAPHIC = 3;

/** Relative luminance and contrast as WCAG 2 defines them. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

const mantine = cssVariables(mergeMantineTheme(DEFAULT_THEME, theme));
const grounds = ['body', 'surface', 'row-hover'] as const;

describe.each(SCHEMES)('the colours of the %s scheme', (scheme) => {
  it.each(Object.entries(TONES))('%s: text on its soft ground, and on every other', (_, { text, soft }) => {
    expect(contrast(text[scheme], soft[scheme])).toBeGreaterThanOrEqual(TEXT);
    for (const ground of grounds) {
      expect(contrast(text[scheme], GROUND[ground][scheme])).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it.each(Object.entries(FIGURES))('%s: a figure on the surface', (_, figure) => {
    expect(contrast(figure[scheme], GROUND.surface[scheme])).toBeGreaterThanOrEqual(TEXT);
  });

  it.each(['text', 'dimmed', 'placeholder', 'error', 'anchor'])('%s: text on every ground', (name) => {
    const own = mantine[scheme][`--mantine-color-${name}`];
    const text = own ?? (scheme === 'light' ? theme.black : theme.colors?.dark?.[0]) ?? '';
    for (const ground of grounds) {
      expect(contrast(text, GROUND[ground][scheme])).toBeGreaterThanOrEqual(TEXT);
    }
  });

  it.each(Object.entries(PROGRESS))('%s: a bar on its track, in the sidebar too', (_, bar) => {
    expect(contrast(bar[scheme], PROGRESS_TRACK[scheme])).toBeGreaterThanOrEqual(GRAPHIC);
    expect(contrast(bar.dark, SIDEBAR_TRACK)).toBeGreaterThanOrEqual(GRAPHIC);
  });

  it.each(Object.entries(GRAPHICS))('%s: a shape on the surface', (_, shape) => {
    expect(contrast(shape[scheme], GROUND.surface[scheme])).toBeGreaterThanOrEqual(GRAPHIC);
  });

  it('the tick of the average stands out from the bars that it crosses', () => {
    const tick = GRAPHICS['average-tick'][scheme];
    expect(contrast(tick, AVERAGE_BAR[scheme])).toBeGreaterThanOrEqual(GRAPHIC);
  });

  it('text of the sidebar', () => {
    for (const name of ['sidebar-text', 'sidebar-quiet'] as const) {
      expect(contrast(SIDEBAR[name][scheme], SIDEBAR['sidebar-ground'][scheme])).toBeGreaterThanOrEqual(TEXT);
    }
  });
});

it('both schemes have the same variables, and the app gets them', () => {
  expect(Object.keys(colorVariables('light'))).toEqual(Object.keys(colorVariables('dark')));
  expect(mantine.light).toMatchObject(colorVariables('light'));
  expect(mantine.dark).toMatchObject(colorVariables('dark'));
});
