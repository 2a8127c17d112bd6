/** A county among its neighbors, 320 px wide; a neighbor leads to its own page. */
import { Anchor } from '@mantine/core';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { boxAround, type AreaShape } from '@/shared/map/shapes';
import { placesOf, useShapes, type CountyPlace } from '@/shared/map/use-shapes';
import classes from './County.module.css';

const WIDTH = 320;
const HEIGHT = 260;
const PADDING = 12;

interface CountyMapProps {
  fips: string;
  neighbors: readonly string[];
}

export function CountyMap({ fips, neighbors }: CountyMapProps) {
  const { states, counties } = useShapes();
  const places = useMemo(
    () => (states === null || counties === null ? null : placesOf(states, counties)),
    [states, counties],
  );
  if (places === null) return <div className={classes.map} />;
  const own = places.get(fips);
  const beside = neighbors.flatMap((code) => places.get(code) ?? []);
  return (
    <>
      {own === undefined ? null : <Drawing own={own} beside={beside} />}
      <ul className={classes.neighbors} aria-label="Neighbors">
        {beside.map(({ name, state, shape }) => (
          <li key={shape.id}>
            <Anchor component={Link} to={paths.atlasArea(shape.id)} size="sm" underline="always">
              {name}
              {state === own?.state ? '' : `, ${state}`}
            </Anchor>
          </li>
        ))}
      </ul>
    </>
  );
}

/** In percent of its box, so that it prints. The list of neighbors holds the same. */
function Drawing({ own, beside }: { own: CountyPlace; beside: readonly CountyPlace[] }) {
  const shapes = [own, ...beside].map(({ shape }) => shape);
  const box = boxAround(shapes);
  if (box === null) return null;
  const width = box.east - box.west;
  const height = box.south - box.north;
  const scale = Math.min((WIDTH - 2 * PADDING) / width, (HEIGHT - 2 * PADDING) / height);
  const left = (WIDTH - width * scale) / 2 - box.west * scale;
  const top = (HEIGHT - height * scale) / 2 - box.north * scale;
  const path = ({ rings }: AreaShape) =>
    rings
      .map((ring) => {
        const corners: string[] = [];
        for (let at = 0; at < ring.length; at += 2) {
          const [x, y] = [(ring[at] ?? 0) * scale + left, (ring[at + 1] ?? 0) * scale + top];
          corners.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
        }
        return `M${corners.join('L')}Z`;
      })
      .join('');
  return (
    <svg className={classes.map} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden focusable="false">
      {beside.map(({ shape }) => (
        <path key={shape.id} className={classes.neighbor} d={path(shape)} />
      ))}
      <path className={classes.own} d={path(own.shape)} />
      {[own, ...beside].map(({ name, shape }) => (
        <text
          key={shape.id}
          className={classes.label}
          x={shape.middle.x * scale + left}
          y={shape.middle.y * scale + top}
        >
          {name.replace(/ (?:County|Parish|Borough|Census Area)$/, '')}
        </text>
      ))}
    </svg>
  );
}
