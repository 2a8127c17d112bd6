/** A map for paper: ground and tiles as images, markers as a drawing, nothing interactive. */
import { useState } from 'react';
import { Attribution, GROUND_CREDIT } from '@/shared/map/Attribution';
import { isPlaced, type MapOutline, type MapPoint, type Position } from '@/shared/map/map-point';
import { useConfig } from '@/shared/config/config-context';
import { PrintedGround } from './PrintedGround';
import classes from './PrintedMap.module.css';

const TILE_PX = 256;
const RADIUS_PX = 9;

interface PrintedMapProps {
  /** The first is the center; the others are numbered, as in the list beside the map. */
  points: readonly [MapPoint & { position: Position }, ...MapPoint[]];
  outlines: readonly MapOutline[];
  zoom: number;
  width: number;
  height: number;
}

export function PrintedMap({ points, outlines, zoom, width, height }: PrintedMapProps) {
  const { tile_url: tileUrl, tile_attribution: attribution } = useConfig();
  const [tilesFailed, setTilesFailed] = useState(false);
  const isGround = tileUrl == null || tilesFailed;
  const middle = worldPx(points[0].position, zoom);
  const corner = { x: middle.x - width / 2, y: middle.y - height / 2 };
  const at = (position: Position) => {
    const { x, y } = worldPx(position, zoom);
    return { x: x - corner.x, y: y - corner.y };
  };
  return (
    <div className={classes.map} style={{ width, height }}>
      <PrintedGround view={{ corner, size: { x: width, y: height }, zoom }} className={classes.ground} />
      {tileUrl == null
        ? null
        : tilesOf(corner, zoom, width, height).map(({ x, y }) => (
            <img
              key={`${x} ${y}`}
              alt=""
              src={tileAddress(tileUrl, x, y, zoom)}
              className={classes.tile}
              style={{ left: x * TILE_PX - corner.x, top: y * TILE_PX - corner.y }}
              onError={({ currentTarget }) => {
                // The ground shows instead of a broken image.
                currentTarget.hidden = true;
                setTilesFailed(true);
              }}
            />
          ))}
      <svg className={classes.drawing} width={width} height={height} aria-hidden>
        {outlines.map(({ id, rings }) => (
          <polygon
            key={id}
            className={classes.outline}
            points={(rings[0] ?? []).map((position) => pair(at(position))).join(' ')}
          />
        ))}
        {points
          .filter(isPlaced)
          .map((point, index) => ({ point, index, place: at(point.position) }))
          .reverse()
          .map(({ point, index, place }) => (
            <g key={point.id}>
              <circle
                className={classes.marker}
                cx={place.x}
                cy={place.y}
                r={RADIUS_PX}
                fill={point.look.fill}
              />
              {index === 0 ? null : (
                <text className={classes.number} x={place.x} y={place.y + 4} textAnchor="middle">
                  {index}
                </text>
              )}
            </g>
          ))}
      </svg>
      <Attribution text={isGround ? GROUND_CREDIT : attribution} />
    </div>
  );
}

interface Px {
  x: number;
  y: number;
}

const pair = ({ x, y }: Px) => `${x.toFixed(1)},${y.toFixed(1)}`;

/** A position on the world map at a zoom (Web Mercator), in pixels. */
export function worldPx({ latitude, longitude }: Position, zoom: number): Px {
  const world = TILE_PX * 2 ** zoom;
  const sine = Math.sin((latitude * Math.PI) / 180);
  return {
    x: ((longitude + 180) / 360) * world,
    y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * world,
  };
}

/** The tiles that cover a box of pixels. */
function tilesOf(corner: Px, zoom: number, width: number, height: number): Px[] {
  const most = 2 ** zoom - 1;
  const from = { x: Math.floor(corner.x / TILE_PX), y: Math.max(0, Math.floor(corner.y / TILE_PX)) };
  const to = {
    x: Math.floor((corner.x + width) / TILE_PX),
    y: Math.min(most, Math.floor((corner.y + height) / TILE_PX)),
  };
  const tiles: Px[] = [];
  for (let y = from.y; y <= to.y; y += 1) {
    for (let x = from.x; x <= to.x; x += 1) tiles.push({ x, y });
  }
  return tiles;
}

const SUBDOMAINS = ['a', 'b', 'c'];

/** The same address as Leaflet builds from the template. */
export function tileAddress(template: string, x: number, y: number, zoom: number): string {
  const across = 2 ** zoom;
  const values: Record<string, string> = {
    s: SUBDOMAINS[Math.abs(x + y) % SUBDOMAINS.length] ?? 'a',
    x: String(((x % across) + across) % across),
    y: String(y),
    z: String(zoom),
    r: '',
  };
  return template.replace(/\{(\w)\}/g, (whole, name: string) => values[name] ?? whole);
}
