/**
 * A Leaflet layer of canvases: they are drawn a little beyond the view, move with the map while it is dragged, are
 * scaled while it zooms, and are then drawn anew. Clicks go to the map, which reports where.
 */
import {
  DomUtil,
  Layer,
  point as leafletPoint,
  type LatLng,
  type LeafletEventHandlerFnMap,
  type Map as LeafletMap,
} from 'leaflet';
import type { View } from './view';

/** Drawn beyond each side, as a fraction of the map: it shows while dragging. */
const MARGIN = 0.25;

export abstract class CanvasLayer extends Layer {
  readonly #panes: readonly string[];
  #canvases: readonly HTMLCanvasElement[] = [];
  #view: View | null = null;
  #frame = 0;
  readonly #events: LeafletEventHandlerFnMap = {
    moveend: () => {
      this.drawNow();
    },
    move: () => {
      if (this.#leftCanvas()) this.drawSoon();
    },
    resize: () => {
      this.drawNow();
    },
    zoom: () => {
      const { _map: map } = this;
      this.#scaleTo(map.getCenter(), map.getZoom());
    },
    zoomanim: ({ center, zoom }) => {
      this.#scaleTo(center, zoom);
    },
  };

  /** With a canvas in each of these panes. */
  constructor(...panes: string[]) {
    super();
    this.#panes = panes;
  }

  /** Paints the canvases anew, see `cleared`. */
  protected abstract paint(view: View): void;

  /** What else it listens to. */
  protected handled(): LeafletEventHandlerFnMap {
    return {};
  }

  /** What the canvases show; null while it is not on a map. */
  protected get view(): View | null {
    return this.#view;
  }

  /** One of the canvases, empty. */
  protected cleared(index = 0): CanvasRenderingContext2D | null {
    const canvas = this.#canvases[index];
    const context = canvas?.getContext('2d') ?? null;
    context?.setTransform(1, 0, 0, 1, 0, 0);
    if (canvas !== undefined) context?.clearRect(0, 0, canvas.width, canvas.height);
    return context;
  }

  override onAdd(map: LeafletMap): this {
    this.#canvases = this.#panes.map((pane) => {
      const canvas = DomUtil.create('canvas', 'leaflet-zoom-animated', map.getPane(pane));
      canvas.style.pointerEvents = 'none';
      return canvas;
    });
    map.on(this.#events);
    map.on(this.handled());
    this.drawNow();
    return this;
  }

  override onRemove(map: LeafletMap): this {
    map.off(this.#events);
    map.off(this.handled());
    cancelAnimationFrame(this.#frame);
    for (const canvas of this.#canvases) canvas.remove();
    this.#canvases = [];
    this.#view = null;
    return this;
  }

  protected drawSoon(): void {
    if (this.#canvases.length === 0) return;
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => {
      this.drawNow();
    });
  }

  /** At once: on paper there is no next frame. */
  protected drawNow(): void {
    cancelAnimationFrame(this.#frame);
    if (this.#canvases.length === 0) return;
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
    for (const canvas of this.#canvases) {
      resize(canvas, view);
      DomUtil.setTransform(canvas, at, 1);
    }
    this.paint(view);
  }

  /** Whether dragging has reached beyond what is drawn. */
  #leftCanvas(): boolean {
    const view = this.#view;
    const { _map: map } = this;
    if (view?.zoom !== map.getZoom()) return false;
    const { corner } = view;
    const { x, y } = map.getPixelBounds().getTopLeft().subtract(leafletPoint(corner.x, corner.y));
    const size = map.getSize();
    return x < 0 || y < 0 || x > view.size.x - size.x || y > view.size.y - size.y;
  }

  #scaleTo(center: LatLng, zoom: number): void {
    if (this.#view === null) return;
    const { _map: map } = this;
    const scale = map.getZoomScale(zoom, this.#view.zoom);
    const pane = DomUtil.getPosition(map.getPane('mapPane') ?? map.getContainer());
    const origin = map.project(center, zoom).subtract(map.getSize().divideBy(2)).add(pane).round();
    const { x, y } = this.#view.corner;
    const corner = leafletPoint(x, y).multiplyBy(scale).subtract(origin);
    for (const canvas of this.#canvases) DomUtil.setTransform(canvas, corner, scale);
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
