/** The built-in map as a Leaflet layer: under tiles, markers and popups, or its names and roads over colored areas. */
import type { LeafletEventHandlerFnMap } from 'leaflet';
import { CanvasLayer } from './canvas-layer';
import type { Scheme } from './colors';
import { coarsest, groundNow, partsAt } from './ground';
import { paintGround, paintRoads } from './ground-lines';
import { measureWith, paintNames } from './ground-names';
import { MarkerSet } from './marker-set';
import { placeNames } from './names';
import type { Once } from './shapes';
import { clusterRadius, LETTER_RADIUS_PX } from './sprites';
import { Taken, type Rect } from './taken';
import { pixelAt, shownBy, type View } from './view';

/** 'over': only what may lie over areas that are colored by a figure. */
export type GroundKind = 'under' | 'over';

/** Below the tiles; above colored areas, which are Leaflet's overlays, and below their outlines. */
export const GROUND_PANE = 'da-ground';
const PANE_Z: Record<GroundKind, string> = { under: '100', over: '450' };

export class GroundLayer extends CanvasLayer {
  readonly #kind: GroundKind;
  readonly #asked = new Set<Once<unknown>>();
  #scheme: Scheme = 'light';
  #markers = new MarkerSet([]);
  #onFailure: (failed: boolean) => void = () => undefined;

  constructor(kind: GroundKind) {
    super(GROUND_PANE);
    this.#kind = kind;
  }

  /** Who hears whether there is no ground at all, though it was asked for. */
  handle(onFailure: (failed: boolean) => void): void {
    this.#onFailure = onFailure;
  }

  /** Draws at once: on paper there is no next frame. */
  wear(scheme: Scheme): void {
    if (scheme === this.#scheme) return;
    this.#scheme = scheme;
    this.drawNow();
  }

  /** Names keep clear of these markers. */
  avoid(markers: MarkerSet): void {
    this.#markers = markers;
    this.drawSoon();
  }

  override onAdd(map: Parameters<CanvasLayer['onAdd']>[0]): this {
    const pane = map.getPane(GROUND_PANE) ?? map.createPane(GROUND_PANE);
    pane.style.zIndex = PANE_Z[this.#kind];
    pane.style.pointerEvents = 'none';
    return super.onAdd(map);
  }

  protected override handled(): LeafletEventHandlerFnMap {
    return this.#popupEvents;
  }

  readonly #popupEvents: LeafletEventHandlerFnMap = {
    popupopen: () => {
      this.drawSoon();
    },
    popupclose: () => {
      this.drawSoon();
    },
  };

  protected override paint(view: View): void {
    const context = this.cleared();
    if (context === null) return;
    this.#ask(view.zoom);
    const ground = groundNow();
    if (this.#kind === 'under') paintGround(context, ground, view, this.#scheme);
    else paintRoads(context, ground, view, this.#scheme);
    const measure = measureWith(context);
    const names = placeNames(ground, {
      view,
      seen: this.#seen(view),
      covered: this.#covered(view),
      measure,
      over: this.#kind === 'over',
    });
    paintNames(context, names, view, this.#scheme);
  }

  #ask(zoom: number): void {
    for (const part of partsAt(zoom)) {
      if (this.#asked.has(part)) continue;
      this.#asked.add(part);
      const isCoarsest = part === coarsest;
      part.ask().then(
        () => {
          if (isCoarsest) this.#onFailure(false);
          this.drawSoon();
        },
        () => {
          if (isCoarsest) this.#onFailure(true);
          // The next move asks again.
          this.#asked.delete(part);
        },
      );
    }
  }

  /** The part of the canvas that the map shows at rest. */
  #seen({ size }: View): Rect {
    const { x, y } = this._map.getSize();
    const [left, top] = [(size.x - x) / 2, (size.y - y) / 2];
    return { left, top, right: left + x, bottom: top + y };
  }

  /** What lies over the ground: markers, buttons and the popup. */
  #covered(view: View): Taken {
    const covered = new Taken();
    for (const mark of this.#markers.within(shownBy(view), view.zoom)) {
      const radius = mark.kind === 'cluster' ? clusterRadius(mark.count) : LETTER_RADIUS_PX;
      const { x, y } = pixelAt(mark, view);
      covered.take({ left: x - radius, top: y - radius, right: x + radius, bottom: y + radius });
    }
    const container = this._map.getContainer();
    const map = container.getBoundingClientRect();
    const { left, top } = this.#seen(view);
    for (const over of container.querySelectorAll('.leaflet-control, .leaflet-popup')) {
      const box = over.getBoundingClientRect();
      covered.take({
        left: box.left - map.left + left,
        top: box.top - map.top + top,
        right: box.right - map.left + left,
        bottom: box.bottom - map.top + top,
      });
    }
    return covered;
  }
}
