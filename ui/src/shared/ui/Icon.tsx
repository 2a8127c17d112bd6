/** The app's icons: 24-unit outlines, decorative by default (the text beside them says the same). */
const PATHS = {
  home: 'M4 11.5 12 5l8 6.5M6.5 10v9h11v-9M10 19v-5h4v5',
  search: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13ZM15.5 15.5 20 20',
  building: 'M5 20V5.5L13 4v16M13 9l6 1.5V20M3.5 20h17M8 8.5h2M8 12h2M8 15.5h2M16 13.5v.01M16 16.5v.01',
  calendar: 'M5 6.5h14V20H5zM5 10.5h14M9 4v4M15 4v4',
  history: 'M4.5 12a7.5 7.5 0 1 0 2.4-5.5M4 4.5v4h4M12 8v4.5l3 1.8',
  shield: 'M12 4 19 6.5v5.2c0 4-2.8 6.9-7 8.3-4.2-1.4-7-4.3-7-8.3V6.5L12 4Z',
  logout: 'M14 5H6v14h8M11 12h9M17 8.5l3.5 3.5-3.5 3.5',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8ZM12 3v2M12 19v2M3 12h2M19 12h2M5.6 5.6 7 7M17 17l1.4 1.4M5.6 18.4 7 17M17 7l1.4-1.4',
  moon: 'M19.5 14.2A7.8 7.8 0 0 1 9.8 4.5a7.8 7.8 0 1 0 9.7 9.7Z',
  download: 'M12 4v11M7.5 11 12 15.5 16.5 11M5 19.5h14',
  refresh: 'M19 12a7 7 0 1 1-2.1-5M19.5 4v4h-4',
  play: 'M8 5.5v13l10-6.5z',
  stop: 'M7 7h10v10H7z',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5 10 17 19 7.5',
  alert: 'M12 4.5 21 19.5H3L12 4.5ZM12 10v4.5M12 17v.01',
  chart: 'M5 19.5V12M10 19.5V5M15 19.5V9M20 19.5v-5',
  database:
    'M5 6.5C5 5 8 4 12 4s7 1 7 2.5S16 9 12 9 5 8 5 6.5ZM5 6.5v11C5 19 8 20 12 20s7-1 7-2.5v-11M5 12c0 1.5 3 2.5 7 2.500s7-1 7-2.5',
  pin: 'M12 21s6.5-5.6 6.5-11a6.5 6.5 0 1 0-13 0c0 5.4 6.5 11 6.5 11ZM12 12.200a2.3 2.3 0 1 0 0-4.6 2.3 2.3 0 0 0 0 4.600Z',
  external: 'M14 5h5v5M19 5l-8 8M17 14v5H5V7h5',
  up: 'M12 19V6M6.5 11.5 12 6l5.5 5.5',
  down: 'M12 5v13M6.5 12.5 12 18l5.5-5.5',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 18 }: { name: IconName; size?: number }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
      focusable="false"
      style={{ flexShrink: 0 }}
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
