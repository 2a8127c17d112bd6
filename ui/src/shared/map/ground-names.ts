/** Writes a map's names and road shields. */
import { mapColor, type Scheme } from './colors';
import { SHIELD_HEIGHT_PX, type Measure, type Names } from './names';
import { toPixels, type View } from './view';

const FONT = "'Inter Variable', system-ui, sans-serif";
const HALO_PX = 2.5;
const DOT_PX = 2;
const SPACING_PX = 2;
const SURFACE = { light: '#ffffff', dark: '#18211f' } as const;

const widths = new Map<string, number>();

/** Measures with the canvas that writes; texts are measured once. */
export function measureWith(context: CanvasRenderingContext2D): Measure {
  return (text, sizePx, spaced) => {
    const key = `${sizePx} ${text}`;
    let width = widths.get(key);
    if (width === undefined) {
      context.font = `500 ${sizePx}px ${FONT}`;
      ({ width } = context.measureText(text));
      widths.set(key, width);
    }
    return spaced ? width + SPACING_PX * text.length : width;
  };
}

export function paintNames(
  context: CanvasRenderingContext2D,
  { names, shields }: Names,
  view: View,
  scheme: Scheme,
): void {
  toPixels(context, view);
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  for (const { text, interstate, rect } of shields) {
    context.beginPath();
    context.roundRect(rect.left, rect.top, rect.right - rect.left, SHIELD_HEIGHT_PX, 4);
    context.fillStyle = SURFACE[scheme];
    context.fill();
    context.strokeStyle = mapColor(interstate ? 'interstate' : 'highway', scheme);
    context.lineWidth = 1.5;
    context.stroke();
    context.fillStyle = mapColor('label', scheme);
    context.font = `600 11px ${FONT}`;
    context.fillText(text, (rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2 + 0.5);
  }
  context.strokeStyle = mapColor('land', scheme);
  context.lineWidth = 2 * HALO_PX;
  for (const { text, x, y, sizePx, quiet, spaced, dot } of names) {
    context.font = `500 ${sizePx}px ${FONT}`;
    context.letterSpacing = spaced ? `${SPACING_PX}px` : '0px';
    context.strokeText(text, x, y);
    context.fillStyle = mapColor(quiet ? 'quiet' : 'label', scheme);
    context.fillText(text, x, y);
    if (dot === null) continue;
    context.beginPath();
    context.arc(dot.x, dot.y, DOT_PX, 0, 2 * Math.PI);
    context.fill();
  }
  context.letterSpacing = '0px';
}
