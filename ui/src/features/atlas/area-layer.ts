/**
 * Areas as a Leaflet layer: a canvas of their colors, and above it one for what is hovered, selected and counted, so
 * that moving the pointer draws an outline and not three thousand counties. Keyboards use the list beside the map.
 */
import {
  DomUtil,
  Layer,
  point as leafletPoint,
  type LatLng,
  type LeafletEventHandlerFnMap,
  type LeafletMouseEvent,
  type Map as LeafletMap,
} from 'leaflet';
import { mapColor } from '@/shared/map/choropleth';
import { SELECTED_RING, type Marked } from '@/shared/map/map-point';
import { Sprites } from '@/shared/map/sprites';
import { worldSize } from '@/shared/map/world';
import { areaPath, paintScene, toPaths, type Scene, type View } from './painter';
import { areaAt, type AreaShape } from './shapes';

/** Drawn beyond each side, as a fraction of the map: it shows while dragging. */
const MARGIN = 0.25;

interface Handlers {
  onSelect: (id: string | null) => void;
  onHover: (id: string | null) => void;
}

/** A number on an area: of the user's companies. */
export interface Badge {
  id: string;
  count: number;
}

export class AreaLayer extends Layer {
  #scene: Scene = { ground: null, areas: [], paints: new Map(), dots: false, scheme: 'light' };
  #byId = new Map<string, AreaShape>();
  #marked: Marked = { selected: null, hovered: null };
  #badges: readonly Badge[] = [];
  #handlers: Handlers;
  #canvases: { areas: HTMLCanvasElement; marks: HTMLCanvasElement } | null = null;
  #view: View | null = null;
  #sprites: Sprites | null = null;
  readonly #events: LeafletEventHandlerFnMap = {
    moveend: () => {
      this.#draw();
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
    super();
    this.#handlers = handlers;
  }

  /** Draws at once: on paper there is no next frame. */
  show(scene: Scene): void {
    if (scene.areas !== this.#scene.areas) {
      this.#byId = new Map(scene.areas.map((area) => [area.id, area]));
    }
    this.#scene = scene;
    this.#draw();
  }

  mark(marked: Marked, badges: readonly Badge[]): void {
    this.#marked = marked;
    this.#badges = badges;
    this.#drawMarks();
  }

  handle(handlers: Handlers): void {
    this.#handlers = handlers;
  }

  override onAdd(map: LeafletMap): this {
    const canvas = () => {
      const made = DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane('overlayPane'));
      // Clicks go to the map, which reports where.
      made.style.pointerEvents = 'none';
      return made;
    };
    this.#canvases = { areas: canvas(), marks: canvas() };
    map.on(this.#events);
    this.#draw();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.off(this.#events);
    this.#canvases?.areas.remove();
    this.#canvases?.marks.remove();
    this.#canvases = null;
    this.#view = null;
    return this;
  }

  #draw(): void {
    const canvases = this.#canvases;
    if (canvases === null) return;
    const { _map: map } = this;
    const size = map.getSize();
    const margin = size.multiplyBy(MARGIN).round();
    const view: View = {
      corner: map.getPixelBounds().getTopLeft().subtract(margin),
      size: size.add(margin.multiplyBy(2)),
      zoom: map.getZoom(),
      ratio: window.devicePixelRatio > 1 ? 2 : 1,
    };
    this.#view = view;
    const at = map.containerPointToLayerPoint(margin.multiplyBy(-1));
    for (const canvas of Object.values(canvases)) {
      resize(canvas, view);
      DomUtil.setTransform(canvas, at, 1);
    }
    const context = cleared(canvases.areas);
    if (context !== null) paintScene(context, this.#scene, view);
    this.#drawMarks();
  }

  #drawMarks(): void {
    const view = this.#view;
    const context = this.#canvases === null ? null : cleared(this.#canvases.marks);
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

  #drawBadges(context: CanvasRenderingContext2D, { corner, zoom, ratio }: View): void {
    this.#sprites ??= new Sprites(ratio);
    const world = worldSize(zoom);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    for (const { id, count } of this.#badges) {
      const middle = this.#byId.get(id)?.middle;
      if (middle === undefined) continue;
      const { image, half } = this.#sprites.cluster(String(count), count);
      const [x, y] = [middle.x * world - corner.x - half, middle.y * world - corner.y - half];
      context.drawImage(image, Math.round(x), Math.round(y), half * 2, half * 2);
    }
  }

  /** Scales what is drawn to another zoom until it is drawn again. */
  #scaleTo(center: LatLng, zoom: number): void {
    if (this.#canvases === null || this.#view === null) return;
    const { _map: map } = this;
    const scale = map.getZoomScale(zoom, this.#view.zoom);
    const pane = DomUtil.getPosition(map.getPane('mapPane') ?? map.getContainer());
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round();
    const { x, y } = this.#view.corner;
    const corner = leafletPoint(x, y).multiplyBy(scale).subtract(origin);
    for (const canvas of Object.values(this.#canvases)) DomUtil.setTransform(canvas, corner, scale);
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

function resize(canvas: HTMLCanvasElement, { size, ratio }: View): void {
  const [width, height] = [size.x * ratio, size.y * ratio];
  if (canvas.width === width && canvas.height === height) return;
  canvas.width = width;
  canvas.height = height;
  canvas.style.width = `${size.x}px`;
  canvas.style.height = `${size.y}px`;
}

function cleared(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
  const context = canvas.getContext('2d');
  context?.setTransform(1, 0, 0, 1, 0, 0);
  context?.clearRect(0, 0, canvas.width, canvas.height);
  return context;
}
