/** The page's small maps. The text beside them says the same, so they have no list. */
import { Text } from '@mantine/core';
import { useState } from 'react';
import { NO_MAP } from '@/shared/lib/google-place';
import { MapFrame } from '@/shared/map/MapFrame';
import { formatPosition, type MapOutline, type MapPoint } from '@/shared/map/map-point';
import { placedBusiness, useAccount, type PlacedBusiness } from './account';
import { PrintedMap } from './PrintedMap';
import { usePrinting } from './printing';
import classes from './Account.module.css';

const ZOOM = 13;
const PRINTED = { small: { width: 336, height: 130 }, large: { width: 336, height: 120 } };

/** The business on a map, or a note in its place if it has no position. */
export function LocationMap() {
  const point = placedBusiness(useAccount());
  return point === null ? (
    <NoMap>This business has no coordinates.</NoMap>
  ) : (
    <SmallMap label={`Map of ${point.name}`} points={[point]} zoom={ZOOM} />
  );
}

function NoMap({ children, large = false }: { children: string; large?: boolean }) {
  return (
    <div className={large ? `${classes.map ?? ''} ${classes.largeMap ?? ''}` : classes.map}>
      <p className={classes.noMap}>{children}</p>
    </div>
  );
}

interface SmallMapProps {
  label: string;
  /** The first is the center. */
  points: readonly [PlacedBusiness, ...MapPoint[]];
  zoom: number;
  outlines?: readonly MapOutline[];
  large?: boolean;
}

export function SmallMap({ label, points, zoom, outlines = [], large = false }: SmallMapProps) {
  const [selected, setSelected] = useState<string | null>(null);
  const [hovered, setHovered] = useState<string | null>(null);
  const { listOnly = false } = useAccount();
  const printing = usePrinting();
  if (listOnly) return <NoMap large={large}>{NO_MAP}</NoMap>;
  if (printing) {
    return (
      <PrintedMap points={points} outlines={outlines} zoom={zoom} {...PRINTED[large ? 'large' : 'small']} />
    );
  }
  return (
    <div
      className={large ? `${classes.map ?? ''} ${classes.largeMap ?? ''}` : classes.map}
      role="group"
      aria-label={label}
    >
      <MapFrame
        list="none"
        points={points}
        outlines={outlines}
        start={{ center: points[0].position, zoom }}
        fit={null}
        marked={{ selected, hovered }}
        onSelect={setSelected}
        onHover={setHovered}
        popup={({ position, detail }) => (
          <>
            {detail === undefined ? null : <Text size="sm">{detail}</Text>}
            {position === null ? null : (
              <Text size="xs" c="dimmed">
                {formatPosition(position)}
              </Text>
            )}
          </>
        )}
      />
    </div>
  );
}
