/**
 * The look: a pine-teal brand, greenish grays, one typeface. Text on surfaces and white on filled buttons keep 4.5:1
 * in both schemes.
 */
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';
import { colorVariables, GROUND, layerVariables } from './tokens';

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
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.334', sm: '1.43', md: '1.5', lg: '1.5', xl: '1.4' },
  // 8 12 16 20 32; the smallest step, 4, is written out where needed.
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.25rem', xl: '2rem' },
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
  variables: layerVariables,
  light: {
    '--mantine-color-body': GROUND.body.light,
    '--mantine-color-dimmed': gray[6],
    '--mantine-color-placeholder': '#66726d',
    '--mantine-color-error': '#b42318',
    '--mantine-color-anchor': atlas[7],
    ...colorVariables('light'),
  },
  dark: {
    '--mantine-color-body': GROUND.body.dark,
    '--mantine-color-dimmed': dark[2],
    '--mantine-color-placeholder': '#8d9b96',
    '--mantine-color-error': '#ff8a80',
    '--mantine-color-anchor': atlas[3],
    // Mantine's default is the surface's color, on which a disabled button would be invisible.
    '--mantine-color-disabled': dark[5],
    '--mantine-color-disabled-color': dark[2],
    ...colorVariables('dark'),
  },
});
