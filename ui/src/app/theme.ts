/**
 * The look: a pine-teal brand, greens in the greys, one typeface. Shades are chosen so that text on
 * surfaces and white on filled buttons keep 4.5:1 in both schemes.
 */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const atlas: MantineColorsTuple = [
  '#eaf6f4',
  '#d3ebe7',
  '#a6d7cf',
  '#7fd1c4',
  '#55b9ab',
  '#2f9c8e',
  '#178074',
  '#0f6e64',
  '#0b5c54',
  '#08453f',
];

const gray: MantineColorsTuple = [
  '#f6f8f7',
  '#eef1f0',
  '#e3e8e6',
  '#d3dad7',
  '#b9c3bf',
  '#8b9893',
  '#5a6863',
  '#44504c',
  '#2b3532',
  '#18211f',
];

const dark: MantineColorsTuple = [
  '#dde5e2',
  '#bcc8c4',
  '#9aa8a3',
  '#66746f',
  '#384541',
  '#2b3633',
  '#1a2321',
  '#111816',
  '#0c1211',
  '#080d0c',
];

const FONT =
  "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";

export const theme = createTheme({
  primaryColor: 'atlas',
  primaryShade: { light: 7, dark: 6 },
  colors: { atlas, gray, dark },
  black: gray[9],
  fontFamily: FONT,
  defaultRadius: 'md',
  cursorType: 'pointer',
  headings: {
    fontFamily: FONT,
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2' },
      h2: { fontSize: '1.375rem', lineHeight: '1.25' },
      h3: { fontSize: '1.125rem', lineHeight: '1.3' },
      h4: { fontSize: '1rem', lineHeight: '1.4' },
    },
  },
});

export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': gray[0],
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#6b7873',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': atlas[7],
    '--da-surface': '#ffffff',
    '--da-border': gray[2],
    '--da-shadow': '0 1px 2px rgb(16 40 36 / 6%), 0 12px 32px rgb(16 40 36 / 8%)',
    '--da-row-hover': gray[0],
    '--da-neutral-text': gray[7],
    '--da-neutral-soft': gray[2],
    '--da-brand-text': atlas[8],
    '--da-brand-soft': atlas[0],
    '--da-good-text': '#17663a',
    '--da-good-soft': '#dff3e6',
    '--da-warning-text': '#7a4a00',
    '--da-warning-soft': '#fdeecb',
    '--da-bad-text': '#a1201a',
    '--da-bad-soft': '#fde5e2',
    '--da-progress-red': '#c9302c',
    '--da-progress-orange': '#d97706',
    '--da-progress-light-red': '#e8776f',
    '--da-progress-green': '#2c8a57',
  },
  dark: {
    '--mantine-color-body': dark[7],
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8d9b96',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': atlas[3],
    '--da-surface': dark[6],
    '--da-border': dark[5],
    '--da-shadow': '0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 35%)',
    '--da-row-hover': '#1f2a27',
    '--da-neutral-text': dark[1],
    '--da-neutral-soft': dark[5],
    '--da-brand-text': atlas[3],
    '--da-brand-soft': '#12332f',
    '--da-good-text': '#7fd6a2',
    '--da-good-soft': '#14311f',
    '--da-warning-text': '#f2c675',
    '--da-warning-soft': '#3a2c10',
    '--da-bad-text': '#ff9f96',
    '--da-bad-soft': '#40201d',
    '--da-progress-red': '#e5534b',
    '--da-progress-orange': '#e08a1e',
    '--da-progress-light-red': '#ee8f88',
    '--da-progress-green': '#41a873',
  },
});
