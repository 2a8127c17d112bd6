/**
 * The markers of a map, ready for drawing and hit testing: positions as fractions of the world in the map's
 * projection, so that drawing ten thousand of them is arithmetic only. Above `CLUSTER_ABOVE` they are clustered.
 */
import Supercluster from 'supercluster';
import type { PlacedPoint } from './map-point';
import { worldPoint, type WorldBox, type WorldPoint } from './world';

/** Up to this many in view show their letter. */
export const LETTERS_UP_TO = 500;
export const CLUSTER_ABOVE = 10_000;
const CLUSTER_RADIUS_PX = 60;
/** Above this zoom every marker is separate. */
const CLUSTER_MAX_ZOOM = 14;

interface PointMark extends WorldPoint {
  kind: 'point';
  point: PlacedPoint;
}

interface ClusterMark extends WorldPoint {
  kind: 'cluster';
  id: number;
  count: number;
  label: string;
}

export type Mark = PointMark | ClusterMark;

/** West, south, east and north of the box in degrees, clamped to one world. */
function degrees({ west, north, east, south }: WorldBox): [number, number, number, number] {
  const longitude = (x: number) => Math.max(-180, Math.min(180, (x - 0.5) * 360));
  const latitude = (y: number) => (Math.atan(Math.sinh((1 - 2 * y) * Math.PI)) * 180) / Math.PI;
  return [longitude(west), latitude(south), longitude(east), latitude(north)];
}

function isIn({ x, y }: WorldPoint, box: WorldBox): boolean {
  return x >= box.west && x <= box.east && y >= box.north && y <= box.south;
}

interface IndexedPoint {
  index: number;
}

export class MarkerSet {
  readonly #marks: readonly PointMark[];
  readonly #byId: ReadonlyMap<string, PointMark>;
  readonly #clusters: Supercluster<IndexedPoint, IndexedPoint> | null;

  constructor(points: readonly PlacedPoint[]) {
    this.#marks = points.map((point) => ({ kind: 'point', point, ...worldPoint(point.position) }));
    this.#byId = new Map(this.#marks.map((mark) => [mark.point.id, mark]));
    this.#clusters = points.length > CLUSTER_ABOVE ? clustersOf(points) : null;
  }

  find(id: string | null): PointMark | undefined {
    return id === null ? undefined : this.#byId.get(id);
  }

  /** The marks in a part of the world at a zoom, in drawing order. */
  within(box: WorldBox, zoom: number): Mark[] {
    if (this.#clusters === null) return this.#marks.filter((mark) => isIn(mark, box));
    return this.#clusters.getClusters(degrees(box), Math.floor(zoom)).flatMap((feature): Mark[] => {
      const { properties } = feature;
      if (!('cluster' in properties)) {
        const mark = this.#marks[properties.index];
        return mark === undefined ? [] : [mark];
      }
      const [longitude = 0, latitude = 0] = feature.geometry.coordinates;
      return [
        {
          kind: 'cluster',
          id: properties.cluster_id,
          count: properties.point_count,
          label: String(properties.point_count_abbreviated),
          ...worldPoint({ latitude, longitude }),
        },
      ];
    });
  }

  expansionZoom(cluster: ClusterMark): number {
    return this.#clusters?.getClusterExpansionZoom(cluster.id) ?? CLUSTER_MAX_ZOOM + 1;
  }
}

function clustersOf(points: readonly PlacedPoint[]): Supercluster<IndexedPoint, IndexedPoint> {
  const clusters = new Supercluster<IndexedPoint, IndexedPoint>({
    radius: CLUSTER_RADIUS_PX,
    // Leaflet's zoom levels count tiles of 256 px.
    extent: 256,
    maxZoom: CLUSTER_MAX_ZOOM,
  });
  return clusters.load(
    points.map(({ position }, index) => ({
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [position.longitude, position.latitude] },
      properties: { index },
    })),
  );
}
