/** The map as a picture, in light colors, with its title, legend, formula and sources below. */
import { SIGNS } from './area';
import { aboutLines, type AtlasFile } from './files';
import { paintScene } from './painter';
import type { AtlasScene } from './use-atlas-scene';
import { boxAround } from '@/shared/map/shapes';
import { mapColor } from '@/shared/map/colors';
import type { View } from '@/shared/map/view';
import { worldSize, type WorldBox } from '@/shared/map/world';

const WIDTH = 1200;
const MAP_HEIGHT = 720;
const MARGIN = 24;
const LINE = 17;
const RATIO = 2;
const FONT = "'Inter Variable', system-ui, sans-serif";
const INK = '#18211f';
const STEP_WIDTH = 64;
/** About what fits in a line. */
const LONGEST_LINE = 165;

export async function pictureOf(file: AtlasFile, scene: AtlasScene): Promise<Blob> {
  const notes = aboutLines(file)
    .map(([name, text]) => `${name}: ${text}`)
    .flatMap(broken);
  const canvas = document.createElement('canvas');
  canvas.width = WIDTH * RATIO;
  canvas.height = (MAP_HEIGHT + 110 + notes.length * LINE + MARGIN) * RATIO;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('The browser has no canvas.');
  drawMap(context, scene);
  context.setTransform(RATIO, 0, 0, RATIO, 0, 0);
  context.fillStyle = '#ffffff';
  context.fillRect(0, MAP_HEIGHT, WIDTH, canvas.height);
  context.fillStyle = INK;
  context.font = `650 20px ${FONT}`;
  context.fillText(file.title, MARGIN, MAP_HEIGHT + 32);
  drawLegend(context, scene);
  context.font = `12px ${FONT}`;
  notes.forEach((note, index) => {
    context.fillText(note, MARGIN, MAP_HEIGHT + 110 + index * LINE);
  });
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be made.'));
      else resolve(blob);
    }, 'image/png');
  });
}

function drawMap(context: CanvasRenderingContext2D, { drawn, fit }: AtlasScene): void {
  context.fillStyle = mapColor('out', 'light');
  context.fillRect(0, 0, WIDTH * RATIO, MAP_HEIGHT * RATIO);
  const mainland = drawn.areas.filter(({ id }) => !id.startsWith('02') && !id.startsWith('15'));
  const box = fit ?? boxAround(mainland);
  if (box === null) return;
  paintScene(context, { ...drawn, dots: true, scheme: 'light' }, viewOf(box));
}

function viewOf({ west, north, east, south }: WorldBox): View {
  const inner = { x: WIDTH - 2 * MARGIN, y: MAP_HEIGHT - 2 * MARGIN };
  const scale = Math.min(inner.x / (east - west), inner.y / (south - north));
  const zoom = Math.log2(scale / worldSize(0));
  const middle = { x: ((west + east) / 2) * scale, y: ((north + south) / 2) * scale };
  return {
    corner: { x: middle.x - WIDTH / 2, y: middle.y - MAP_HEIGHT / 2 },
    size: { x: WIDTH, y: MAP_HEIGHT },
    zoom,
    ratio: RATIO,
  };
}

function drawLegend(context: CanvasRenderingContext2D, scene: AtlasScene): void {
  const { scale, measure, hatched } = scene;
  const top = MAP_HEIGHT + 48;
  context.font = `12px ${FONT}`;
  const [first = '', last = ''] = scale.ends ?? [];
  const words = [measure.label, first].filter((word) => word !== '').join(': ');
  context.fillText(words, MARGIN, top + 12);
  let left = MARGIN + context.measureText(words).width + 12;
  scale.colors.forEach((color, index) => {
    context.fillStyle = mapColor(color, 'light');
    context.fillRect(left, top, STEP_WIDTH, 16);
    context.strokeStyle = INK;
    context.lineWidth = 0.5;
    context.strokeRect(left, top, STEP_WIDTH, 16);
    context.fillStyle = INK;
    const text = scale.labels.texts[index] ?? '';
    context.textAlign = 'center';
    context.fillText(text, left + STEP_WIDTH * (scale.labels.of === 'steps' ? 0.5 : 1), top + 30);
    context.textAlign = 'left';
    left += STEP_WIDTH;
  });
  const rest = [last, hatched ? `hatched: ${SIGNS.unknown.text}` : '', `gray: ${SIGNS.none.text}`];
  context.fillText(rest.filter((word) => word !== '').join(' · '), left + 12, top + 12);
}

/** A long text in lines, broken at spaces. */
function broken(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + word.length > LONGEST_LINE) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
