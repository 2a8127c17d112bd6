/**
 * Semantic colors for both schemes, as `--da-…` variables. Text keeps 4.5:1 to its background, graphics 3:1 (checked
 * by the test beside this).
 */
interface SchemeColors {
  light: string;
  dark: string;
}

const color = (light: string, dark: string): SchemeColors => ({ light, dark });

export const GROUND = {
  body: color('#f6f8f7', '#111816'),
  surface: color('#ffffff', '#1a2321'),
  border: color('#e3e8e6', '#2b3633'),
  'row-hover': color('#f6f8f7', '#1f2a27'),
  shadow: color(
    '0 1px 2px rgb(16 40 36 / 6%), 0 12px 32px rgb(16 40 36 / 8%)',
    '0 1px 2px rgb(0 0 0 / 40%), 0 12px 32px rgb(0 0 0 / 35%)',
  ),
} as const;

/** A text color and its soft background, for chips, tags and notices. */
export const TONES = {
  neutral: { text: color('#44504c', '#bcc8c4'), soft: color('#e3e8e6', '#2b3633') },
  brand: { text: color('#0b5c54', '#7fd1c4'), soft: color('#eaf6f4', '#12332f') },
  good: { text: color('#17663a', '#7fd6a2'), soft: color('#dff3e6', '#14311f') },
  warning: { text: color('#7a4a00', '#f2c675'), soft: color('#fdeecb', '#3a2c10') },
  bad: { text: color('#a1201a', '#ff9f96'), soft: color('#fde5e2', '#40201d') },
  info: { text: color('#1a4f9c', '#9cc4ff'), soft: color('#e3edfb', '#16283f') },
  violet: { text: color('#5b2e8c', '#cdb0f2'), soft: color('#f0e8f9', '#2e2140') },
  orange: { text: color('#8a4600', '#f5b56b'), soft: color('#fdebd3', '#3c2610') },
} as const;

/** Figures colored by value: credits at 0 and below, at 50 and below, above. */
export const FIGURES = {
  'credits-red': color('#a1201a', '#ff9f96'),
  'credits-orange': color('#9a5200', '#f0a94a'),
  'credits-teal': color('#0f6e64', '#7fd1c4'),
} as const;

/** Bars of used credits, on their track. */
export const PROGRESS = {
  'progress-red': color('#b3261e', '#f0625a'),
  'progress-orange': color('#c26a00', '#e6932b'),
  'progress-light-red': color('#d9645b', '#f2938b'),
  'progress-green': color('#2c8a57', '#41a873'),
} as const;
export const PROGRESS_TRACK = color('#eef1f0', '#2b3633');

export const GRAPHICS = {
  'control-border': color('#7d8a85', '#7c8a85'),
  'chart-place': color('#0f6e64', '#55b9ab'),
  'chart-2': color('#b85c00', '#f0a94a'),
  'chart-3': color('#1f63c4', '#7fb0ff'),
  'chart-4': color('#7a3fa6', '#c39bea'),
  'average-tick': color('#18211f', '#eef1f0'),
  'average-outline': color('#5a6863', '#9aa8a3'),
  'party-rep': color('#c62828', '#ef6f66'),
  'party-dem': color('#1f63c4', '#6ea8ff'),
  'party-other': color('#1e7a45', '#4fb985'),
  'hazard-snow': color('#2f6f9f', '#8fc4ea'),
  'hazard-rain': color('#1f63c4', '#7fb0ff'),
  'hazard-lightning': color('#946200', '#f2c14e'),
  'hazard-fire': color('#b83a12', '#ff9166'),
  'hazard-tornado': color('#5f6a66', '#b4c0bb'),
  'hazard-earthquake': color('#7a5230', '#d7a777'),
  'hazard-volcano': color('#a1201a', '#ff8a80'),
  'hazard-default': color('#44504c', '#9aa8a3'),
} as const;

/** Filled inside its own outline. */
export const AVERAGE_BAR = color('#c9d2ce', '#44514d');

/** The sidebar is dark in both schemes. */
export const SIDEBAR = {
  'sidebar-ground': color('#06332f', '#0b1d1b'),
  'sidebar-text': color('#dcebe8', '#dcebe8'),
  'sidebar-quiet': color('#b9d6d1', '#b9d6d1'),
} as const;
export const SIDEBAR_TRACK = '#0e2926';

/** Stacking order; Leaflet's layers (up to 1000) stay inside their map. */
const LAYERS = {
  'layer-sticky': 10,
  'layer-bar': 100,
  'layer-tab': 150,
  'layer-dialog': 200,
  'layer-popover': 300,
  'layer-skip': 400,
} as const;

export const layerVariables: Record<string, string> = Object.fromEntries(
  Object.entries(LAYERS).map(([name, layer]) => [`--da-${name}`, String(layer)]),
);

export function colorVariables(scheme: keyof SchemeColors): Record<string, string> {
  const tones = Object.entries(TONES).flatMap(([name, { text, soft }]) => [
    [`${name}-text`, text] as const,
    [`${name}-soft`, soft] as const,
  ]);
  const all = [
    ...Object.entries({ ...GROUND, ...FIGURES, ...PROGRESS, ...GRAPHICS, ...SIDEBAR }),
    ...tones,
    ['progress-track', PROGRESS_TRACK] as const,
    ['average-bar', AVERAGE_BAR] as const,
  ];
  return Object.fromEntries(all.map(([name, colors]) => [`--da-${name}`, colors[scheme]]));
}

/** The dark colors, for the sidebar in both schemes. */
export const sidebarVariables: Record<string, string> = {
  ...colorVariables('dark'),
  '--da-progress-track': SIDEBAR_TRACK,
};
