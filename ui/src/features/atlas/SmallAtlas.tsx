/** A small map of counties, and the first of their list. */
import { Anchor, Skeleton } from '@mantine/core';
import { Suspense, useMemo, useState } from 'react';
import { Link } from 'react-router';
import { errorMessage } from '@/shared/api/api-error';
import type { MapPoint } from '@/shared/map/map-point';
import { PartBoundary } from '@/shared/ui/boundaries';
import { LoadFailure, type Retryable } from '@/shared/ui/LoadFailure';
import { AtlasMap } from './atlas-map';
import type { AtlasScene } from './use-atlas-scene';
import classes from './Atlas.module.css';

const BONES_PX = 220;

interface SmallAtlasProps {
  scene: AtlasScene;
  query: Retryable & { error: unknown };
  rows: readonly MapPoint[];
  /** A phone has the rows alone. */
  withMap: boolean;
  linkTo: (county: string) => string;
  onSelect: (county: string) => void;
}

export function SmallAtlas({ scene, query, rows, withMap, linkTo, onSelect }: SmallAtlasProps) {
  const [hovered, setHovered] = useState<string | null>(null);
  const marked = useMemo(() => ({ selected: null, hovered }), [hovered]);
  if (query.error !== undefined && scene.points === undefined) {
    return (
      <LoadFailure
        title="County figures could not be loaded"
        text={errorMessage(query.error)}
        query={query}
      />
    );
  }
  if (scene.points === undefined) return <Skeleton h={BONES_PX} />;
  return (
    <div className={classes.small} data-map={withMap || undefined}>
      {withMap ? (
        <div className={classes.smallMap}>
          <PartBoundary text="The map could not be loaded. The list holds the same.">
            <Suspense>
              <AtlasMap
                scene={scene.drawn}
                badges={scene.badges}
                marked={marked}
                selected={null}
                fit={scene.fit}
                printing={scene.printing}
                onSelect={(id) => {
                  if (id !== null) onSelect(id);
                }}
                onHover={setHovered}
                onClosePopup={() => undefined}
                popup={() => null}
              />
            </Suspense>
          </PartBoundary>
        </div>
      ) : null}
      <ol className={classes.first}>
        {rows.map(({ id, name, detail }) => (
          <li key={id} data-hovered={hovered === id || undefined}>
            <Anchor
              component={Link}
              to={linkTo(id)}
              underline="hover"
              onMouseEnter={() => {
                setHovered(id);
              }}
              onMouseLeave={() => {
                setHovered(null);
              }}
            >
              {name}
            </Anchor>
            <span>{detail}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
