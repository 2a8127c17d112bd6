import type { Icon as TablerIcon } from '@tabler/icons-react';

interface IconProps {
  of: TablerIcon;
  /** Pixels. */
  size?: number;
}

/** An icon beside a label: hidden from screen readers and never squeezed. */
export function Icon({ of: Glyph, size = 18 }: IconProps) {
  return <Glyph size={size} stroke={1.8} aria-hidden focusable={false} style={{ flexShrink: 0 }} />;
}
