/**
 * The markers as a Leaflet layer: one canvas for all. It moves with the map while dragging, is scaled while zooming,
 * and is then redrawn from `MarkerSet`. Keyboards cannot reach points on a canvas: that is what the list next to the
 * map is for.
 */
import {
  DomUtil,
  Layer,
  type LatLng,
  type LeafletEventHandlerFnMap,
  type LeafletMouseEvent,
  type Map as LeafletMap,
  type Point,
} from 'leaflet';
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
import { worldBox, worldSize, type WorldBox, type WorldPoint } from './world';

/** The margin drawn on each side, as a fraction of the map's size: it shows while dragging. */
const MARGIN = 0.25;
/** How far from a marker a click still hits it, in pixels. */
const MOUSE_SLACK_PX = 2;
const TOUCH_SLACK_PX = 12;

interface PointLayerHandlers {
  /** A marker was clicked, or (`null`) the map. */
  onSelect: (id: string | null) => void;
  /** The pointer is over a marker, or over none. */
  onHover: (id: string | null) => void;
}

interface Drawn {
  /** In CSS pixels. */
  size: Point;
  /** The corner's position, in pixels of the world at this zoom. */
  corner: Point;
  zoom: number;
  marks: readonly Mark[];
  radius: number;
}

export class PointLayer extends Layer {
  #set = new MarkerSet([]);
  #marked: Marked = { selected: null, hovered: null };
  #handlers: PointLayerHandlers;
  #canvas: HTMLCanvasElement | null = null;
  #sprites: Sprites | null = null;
  #drawn: Drawn | null = null;
  #frame = 0;
  readonly #events: LeafletEventHandlerFnMap = {
    moveend: () => {
      this.#draw();
    },
    move: () => {
      if (this.#leftCanvas()) this.#drawSoon();
    },
    resize: () => {
      this.#draw();
    },
    zoom: () => {
      const { _map: map } = this;
      this.#scaleTo(map.getCenter(), map.getZoom());
    },
    zoomanim: ({ center, zoom }) => {
      this.#scaleTo(center, zoom);
    },
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
    super();
    this.#handlers = handlers;
  }

  show(set: MarkerSet): this {
    this.#set = set;
    this.#drawSoon();
    return this;
  }

  mark(marked: Marked): this {
    this.#marked = marked;
    this.#drawSoon();
    return this;
  }

  handle(handlers: PointLayerHandlers): this {
    this.#handlers = handlers;
    return this;
  }

  override onAdd(map: LeafletMap): this {
    const canvas = DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane('markerPane'));
    // Clicks go to the map, which reports the position; a canvas above it would block outlines and dragging.
    canvas.style.pointerEvents = 'none';
    this.#canvas = canvas;
    map.on(this.#events);
    this.#draw();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.off(this.#events);
    cancelAnimationFrame(this.#frame);
    this.#canvas?.remove();
    this.#canvas = null;
    this.#drawn = null;
    return this;
  }

  #drawSoon(): void {
    if (this.#canvas === null) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.#draw();
    });
  }

  /** The corner of the view, in pixels of the world at its zoom. */
  #viewCorner(): Point {
    const { _map: map } = this;
    return map.getPixelBounds().getTopLeft();
  }

  #draw(): void {
    cancelAnimationFrame(this.#frame);
    const canvas = this.#canvas;
    if (canvas === null) return;
    const { _map: map } = this;
    const view = map.getSize();
    const margin = view.multiplyBy(MARGIN).round();
    const size = view.add(margin.multiplyBy(2));
    const corner = this.#viewCorner().subtract(margin);
    const zoom = map.getZoom();
    const box = (from: Point, extent: Point) => worldBox(from, from.add(extent), zoom);
    const marks = this.#set.within(box(corner, size), zoom);
    const inView = box(this.#viewCorner(), view);
    const radius = countUpTo(marks, inView, LETTERS_UP_TO) ? LETTER_RADIUS_PX : PLAIN_RADIUS_PX;
    this.#drawn = { size, corner, zoom, marks, radius };
    this.#prepare(canvas, size);
    DomUtil.setTransform(canvas, map.containerPointToLayerPoint(margin.multiplyBy(-1)), 1);
    this.#paint(canvas, this.#drawn);
  }

  #prepare(canvas: HTMLCanvasElement, size: Point): void {
    const ratio = window.devicePixelRatio > 1 ? 2 : 1;
    this.#sprites ??= new Sprites(ratio);
    const { x: width, y: height } = size.multiplyBy(ratio);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
      canvas.style.width = `${size.x}px`;
      canvas.style.height = `${size.y}px`;
    }
    const context = canvas.getContext('2d');
    context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    context?.clearRect(0, 0, size.x, size.y);
  }

  #paint(canvas: HTMLCanvasElement, { corner, zoom, marks, radius }: Drawn): void {
    const context = canvas.getContext('2d');
    const sprites = this.#sprites;
    if (context === null || sprites === null) return;
    const world = worldSize(zoom);
    const stamp = ({ x, y }: WorldPoint, { image, half }: Sprite) => {
      const left = Math.round(x * world - corner.x - half);
      const top = Math.round(y * world - corner.y - half);
      context.drawImage(image, left, top, half * 2, half * 2);
    };
    for (const mark of marks) {
      stamp(
        mark,
        mark.kind === 'cluster'
          ? sprites.cluster(mark.label, mark.count)
          : sprites.point(mark.point.look, radius, false),
      );
    }
    // Highlighted markers are on top and show even inside a cluster.
    for (const id of [this.#marked.hovered, this.#marked.selected]) {
      const mark = this.#set.find(id);
      if (mark !== undefined) stamp(mark, sprites.point(mark.point.look, MARKED_RADIUS_PX, true));
    }
  }

  /** Whether dragging has reached beyond what is drawn. */
  #leftCanvas(): boolean {
    const drawn = this.#drawn;
    const { _map: map } = this;
    if (drawn?.zoom !== map.getZoom()) return false;
    const offset = this.#viewCorner().subtract(drawn.corner);
    const room = drawn.size.subtract(map.getSize());
    return offset.x < 0 || offset.y < 0 || offset.x > room.x || offset.y > room.y;
  }

  /** Scales the canvas to another zoom until it is redrawn. */
  #scaleTo(center: LatLng, zoom: number): void {
    const drawn = this.#drawn;
    if (this.#canvas === null || drawn === null) return;
    const { _map: map } = this;
    const scale = map.getZoomScale(zoom, drawn.zoom);
    const pane = DomUtil.getPosition(map.getPane('mapPane') ?? map.getContainer());
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round();
    DomUtil.setTransform(this.#canvas, drawn.corner.multiplyBy(scale).subtract(origin), scale);
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
    const drawn = this.#drawn;
    if (drawn === null) return null;
    const { _map: map } = this;
    const at = map.project(latlng, drawn.zoom);
    const world = worldSize(drawn.zoom);
    const slack = isTouch(originalEvent) ? TOUCH_SLACK_PX : MOUSE_SLACK_PX;
    let nearest: Mark | null = null;
    let least = Infinity;
    for (const mark of drawn.marks) {
      const reach = slack + (mark.kind === 'cluster' ? clusterRadius(mark.count) : drawn.radius);
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
