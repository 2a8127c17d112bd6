/**
 * Areas as a Leaflet layer: a canvas of their colors, and above it one for what is hovered, selected and counted, so
 * that moving the pointer draws an outline and not three thousand counties. Keyboards use the list beside the map.
 */
import type { LeafletEventHandlerFnMap, LeafletMouseEvent } from 'leaflet';
import { CanvasLayer } from '@/shared/map/canvas-layer';
import { mapColor } from '@/shared/map/colors';
import { SELECTED_RING, type Marked } from '@/shared/map/map-point';
import { areaAt, type AreaShape } from '@/shared/map/shapes';
import { Sprites } from '@/shared/map/sprites';
import { areaPath, pixelAt, toPaths, toPixels, type View } from '@/shared/map/view';
import { worldSize } from '@/shared/map/world';
import { paintScene, type Scene } from './painter';

interface Handlers {
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
}

/** A number on an area: of the user's companies. */
export interface Badge {
  id: string;
  count: number;
}

/** Its canvases; names of the ground lie between them. */
const [AREAS, MARKS] = [0, 1];

export class AreaLayer extends CanvasLayer {
  #scene: Scene = { ground: null, areas: [], paints: new Map(), dots: false, scheme: 'light' };
  #byId = new Map<string, AreaShape>();
  #marked: Marked = { selected: null, hovered: null };
  #badges: readonly Badge[] = [];
  #handlers: Handlers;
  #sprites: Sprites | null = null;
  readonly #events: LeafletEventHandlerFnMap = {
    click: (event) => {
      this.#handlers.onSelect(this.#hit(event));
    },
    mousemove: (event) => {
      this.#hover(this.#hit(event));
    },
    mouseout: () => {
      this.#hover(null);
    },
  };

  constructor(handlers: Handlers) {
    super('overlayPane', 'markerPane');
    this.#handlers = handlers;
  }

  /** Draws at once: on paper there is no next frame. */
  show(scene: Scene): void {
    if (scene.areas !== this.#scene.areas) {
      this.#byId = new Map(scene.areas.map((area) => [area.id, area]));
    }
    this.#scene = scene;
    this.drawNow();
  }

  mark(marked: Marked, badges: readonly Badge[]): void {
    this.#marked = marked;
    this.#badges = badges;
    this.#drawMarks();
  }

  handle(handlers: Handlers): void {
    this.#handlers = handlers;
  }

  protected override handled(): LeafletEventHandlerFnMap {
    return this.#events;
  }

  protected override paint(view: View): void {
    const context = this.cleared(AREAS);
    if (context !== null) paintScene(context, this.#scene, view);
    this.#drawMarks();
  }

  #drawMarks(): void {
    const { view } = this;
    const context = this.cleared(MARKS);
    if (view === null || context === null) return;
    const pixel = toPaths(context, view);
    const ink = mapColor('label', this.#scene.scheme);
    const outline = (id: string | null, strokes: readonly (readonly [string, number])[]) => {
      const area = id === null ? undefined : this.#byId.get(id);
      if (area === undefined) return;
      for (const [color, width] of strokes) {
        context.strokeStyle = color;
        context.lineWidth = width * pixel;
        context.stroke(areaPath(area));
      }
    };
    context.lineJoin = 'round';
    outline(this.#marked.hovered, [[ink, 2]]);
    outline(this.#marked.selected, [
      [ink, 5],
      [SELECTED_RING, 3],
    ]);
    this.#drawBadges(context, view);
  }

  #drawBadges(context: CanvasRenderingContext2D, view: View): void {
    this.#sprites ??= new Sprites(view.ratio);
    toPixels(context, view);
    for (const { id, count } of this.#badges) {
      const middle = this.#byId.get(id)?.middle;
      if (middle === undefined) continue;
      const { image, half } = this.#sprites.cluster(String(count), count);
      const { x, y } = pixelAt(middle, view);
      context.drawImage(image, Math.round(x - half), Math.round(y - half), half * 2, half * 2);
    }
  }

  #hover(id: string | null): void {
    const { _map: map } = this;
    map.getContainer().style.cursor = id === null ? '' : 'pointer';
    if (id !== this.#marked.hovered) this.#handlers.onHover(id);
  }

  #hit({ latlng }: LeafletMouseEvent): string | null {
    const { _map: map } = this;
    const { x, y } = map.project(latlng, 0).divideBy(worldSize(0));
    return areaAt(this.#scene.areas, { x, y })?.id ?? null;
  }
}
