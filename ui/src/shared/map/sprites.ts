/** The markers' pictures: each look is drawn once, then stamped. */
import { CLUSTER_FILL, SELECTED_RING, type MarkerLook } from './map-point';

const RING_PX = 2;
const OUTLINE_PX = 1;
const RING = '#ffffff';
const OUTLINE = 'rgb(16 28 26 / 65%)';
const FONT = "'Inter Variable', system-ui, sans-serif";

export const LETTER_RADIUS_PX = 9;
export const PLAIN_RADIUS_PX = 6;
export const MARKED_RADIUS_PX = 11;
const CLUSTER_RADII_PX = [14, 17, 20, 24] as const;

export interface Sprite {
  image: HTMLCanvasElement;
  half: number;
}

export class Sprites {
  readonly #made = new Map<string, Sprite>();

  constructor(private readonly pixelRatio: number) {}

  point(look: MarkerLook, radius: number, marked: boolean): Sprite {
    const key = `${look.fill} ${look.letter} ${radius} ${marked ? 'marked' : ''}`;
    return this.#once(key, radius + RING_PX + OUTLINE_PX, (context) => {
      disc(context, radius + RING_PX + OUTLINE_PX, OUTLINE);
      disc(context, radius + RING_PX, marked ? SELECTED_RING : RING);
      disc(context, radius, look.fill);
      // Three digits must fit where one letter does.
      const sizePx = look.letter.length > 2 ? radius : radius + 2;
      if (radius > PLAIN_RADIUS_PX) write(context, look.letter, 700, sizePx);
    });
  }

  cluster(label: string, count: number): Sprite {
    const radius = clusterRadius(count);
    return this.#once(`cluster ${radius} ${label}`, radius + RING_PX + OUTLINE_PX, (context) => {
      disc(context, radius + RING_PX + OUTLINE_PX, OUTLINE);
      disc(context, radius + RING_PX, RING);
      disc(context, radius, CLUSTER_FILL);
      write(context, label, 600, 12);
    });
  }

  #once(key: string, half: number, draw: (context: CanvasRenderingContext2D) => void): Sprite {
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    const image = document.createElement('canvas');
    const side = Math.ceil(half * 2 * this.pixelRatio);
    image.width = side;
    image.height = side;
    const context = image.getContext('2d');
    if (context !== null) {
      context.scale(this.pixelRatio, this.pixelRatio);
      context.translate(half, half);
      draw(context);
    }
    const sprite = { image, half };
    this.#made.set(key, sprite);
    return sprite;
  }
}

/** Clusters grow with their count. */
export function clusterRadius(count: number): number {
  const [small, medium, large, huge] = CLUSTER_RADII_PX;
  return count < 10 ? small : count < 100 ? medium : count < 1000 ? large : huge;
}

function disc(context: CanvasRenderingContext2D, radius: number, fill: string): void {
  context.beginPath();
  context.arc(0, 0, radius, 0, 2 * Math.PI);
  context.fillStyle = fill;
  context.fill();
}

function write(context: CanvasRenderingContext2D, text: string, weight: number, sizePx: number): void {
  context.font = `${weight} ${sizePx}px ${FONT}`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillStyle = '#ffffff';
  context.fillText(text, 0, 0.5);
}
