/**
 * The markers as a Leaflet layer: one canvas for all, drawn from `MarkerSet`. Keyboards cannot reach points on a canvas:
 * that is what the list next to the map is for.
 */
import type { LeafletEventHandlerFnMap, LeafletMouseEvent } from 'leaflet';
import { CanvasLayer } from './canvas-layer';
import type { Marked } from './map-point';
import { LETTERS_UP_TO, MarkerSet, type Mark } from './marker-set';
import {
  clusterRadius,
  LETTER_RADIUS_PX,
  MARKED_RADIUS_PX,
  PLAIN_RADIUS_PX,
  Sprites,
  type Sprite,
} from './sprites';
import { pixelAt, shownBy, type View } from './view';
import { worldBox, worldSize, type WorldBox } from './world';

/** How far from a marker a click still hits it, in pixels. */
const MOUSE_SLACK_PX = 2;
const TOUCH_SLACK_PX = 12;

interface PointLayerHandlers {
  /** A marker was clicked, or (`null`) the map. */
  onSelect: (id: string | null) => void;
  /** The pointer is over a marker, or over none. */
  onHover: (id: string | null) => void;
}

export class PointLayer extends CanvasLayer {
  #set = new MarkerSet([]);
  #marked: Marked = { selected: null, hovered: null };
  #handlers: PointLayerHandlers;
  #sprites: Sprites | null = null;
  /** What is drawn, and how large a marker is. */
  #marks: readonly Mark[] = [];
  #radius = LETTER_RADIUS_PX;
  readonly #events: LeafletEventHandlerFnMap = {
    click: (event) => {
      this.#click(event);
    },
    mousemove: (event) => {
      this.#hover(this.#hit(event));
    },
    mouseout: () => {
      this.#hover(null);
    },
  };

  constructor(handlers: PointLayerHandlers) {
    super('markerPane');
    this.#handlers = handlers;
  }

  show(set: MarkerSet): this {
    this.#set = set;
    this.drawSoon();
    return this;
  }

  mark(marked: Marked): this {
    this.#marked = marked;
    this.drawSoon();
    return this;
  }

  handle(handlers: PointLayerHandlers): this {
    this.#handlers = handlers;
    return this;
  }

  protected override handled(): LeafletEventHandlerFnMap {
    return this.#events;
  }

  protected override paint(view: View): void {
    const { _map: map } = this;
    this.#marks = this.#set.within(shownBy(view), view.zoom);
    const { min, max } = map.getPixelBounds();
    const inView = min === undefined || max === undefined ? shownBy(view) : worldBox(min, max, view.zoom);
    this.#radius = countUpTo(this.#marks, inView, LETTERS_UP_TO) ? LETTER_RADIUS_PX : PLAIN_RADIUS_PX;
    const context = this.cleared();
    if (context === null) return;
    context.setTransform(view.ratio, 0, 0, view.ratio, 0, 0);
    this.#sprites ??= new Sprites(view.ratio);
    const sprites = this.#sprites;
    const stamp = (mark: Mark, { image, half }: Sprite) => {
      const { x, y } = pixelAt(mark, view);
      context.drawImage(image, Math.round(x - half), Math.round(y - half), half * 2, half * 2);
    };
    for (const mark of this.#marks) {
      stamp(
        mark,
        mark.kind === 'cluster'
          ? sprites.cluster(mark.label, mark.count)
          : sprites.point(mark.point.look, this.#radius, false),
      );
    }
    // Highlighted markers are on top and show even inside a cluster.
    for (const id of [this.#marked.hovered, this.#marked.selected]) {
      const mark = this.#set.find(id);
      if (mark !== undefined) stamp(mark, sprites.point(mark.point.look, MARKED_RADIUS_PX, true));
    }
  }

  #click(event: LeafletMouseEvent): void {
    const mark = this.#hit(event);
    const { _map: map } = this;
    if (mark?.kind === 'cluster') {
      map.setView(event.latlng, Math.min(this.#set.expansionZoom(mark), map.getMaxZoom()));
    } else {
      this.#handlers.onSelect(mark?.point.id ?? null);
    }
  }

  #hover(mark: Mark | null): void {
    const { _map: map } = this;
    map.getContainer().style.cursor = mark === null ? '' : 'pointer';
    const id = mark?.kind === 'point' ? mark.point.id : null;
    if (id !== this.#marked.hovered) this.#handlers.onHover(id);
  }

  /** The nearest marker under the pointer. */
  #hit({ latlng, originalEvent }: LeafletMouseEvent): Mark | null {
    const { view } = this;
    if (view === null) return null;
    const { _map: map } = this;
    const at = map.project(latlng, view.zoom);
    const world = worldSize(view.zoom);
    const slack = isTouch(originalEvent) ? TOUCH_SLACK_PX : MOUSE_SLACK_PX;
    let nearest: Mark | null = null;
    let least = Infinity;
    for (const mark of this.#marks) {
      const reach = slack + (mark.kind === 'cluster' ? clusterRadius(mark.count) : this.#radius);
      const distance = Math.hypot(mark.x * world - at.x, mark.y * world - at.y);
      if (distance <= reach && distance <= least) {
        nearest = mark;
        least = distance;
      }
    }
    return nearest;
  }
}

/** Whether the box holds at most this many marks. */
function countUpTo(marks: readonly Mark[], box: WorldBox, most: number): boolean {
  let count = 0;
  for (const { x, y } of marks) {
    if (x >= box.west && x <= box.east && y >= box.north && y <= box.south) count += 1;
    if (count > most) return false;
  }
  return true;
}

function isTouch(event: MouseEvent): boolean {
  return event instanceof PointerEvent && event.pointerType === 'touch';
}
