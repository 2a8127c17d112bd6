/** The map of areas with its card and legend, and the list of the same beside it, on a phone below. */
import { Banner } from '@/shared/ui/Banner';
import { Button, Skeleton } from '@mantine/core';
import { Suspense, useMemo, useState, type ReactNode } from 'react';
import type { MapPoint, PlacedPoint } from '@/shared/map/map-point';
import frame from '@/shared/map/MapFrame.module.css';
import { PlaceList } from '@/shared/map/PlaceList';
import { useListAndMap } from '@/shared/map/use-list-and-map';
import type { WorldBox } from '@/shared/map/world';
import { LoadFailure, type Retryable } from '@/shared/ui/LoadFailure';
import { PartBoundary } from '@/shared/ui/boundaries';
import { usePhone } from '@/shared/ui/use-phone';
import type { Area } from './area';
import type { Badge } from './area-layer';
import { AreaCard } from './AreaFigures';
import { AtlasMap } from './atlas-map';
import type { Question } from './measures';
import type { Scene } from './painter';
import classes from './Atlas.module.css';

const BONES = 9;

interface AtlasFrameProps {
  /** Says what the map shows. */
  label: string;
  noun: { one: string; many: string };
  question: Question;
  scene: Scene;
  badges: readonly Badge[];
  fit: WorldBox | null;
  printing: boolean;
  areas: ReadonlyMap<string, Area>;
  /** The list's rows; undefined until they are there. */
  points: readonly MapPoint[] | undefined;
  /** Its failure, with the way to try again. */
  failure: { text: string; query: Retryable } | null;
  selected: string | null;
  /** Where its popup opens. */
  selectedPoint: PlacedPoint | null;
  onSelect: (id: string | null) => void;
  popup: (id: string) => ReactNode;
  /** Above the list's rows. */
  head: ReactNode;
  legend: ReactNode;
  notes: ReactNode;
}

export function AtlasFrame(props: AtlasFrameProps) {
  const { label, noun, areas, points, selected, onSelect, head, failure } = props;
  const [hovered, setHovered] = useState<string | null>(null);
  const { list, frame: box, ...both } = useListAndMap(selected, onSelect);
  const marked = useMemo(() => ({ selected, hovered }), [selected, hovered]);
  const phone = usePhone();
  const hoveredArea = hovered === null ? undefined : areas.get(hovered);
  return (
    <section
      ref={box}
      className={`${frame.frame ?? ''} ${classes.frame ?? ''}`}
      aria-label={label}
      data-list="right"
      data-printing={props.printing || undefined}
    >
      <div className={classes.cell}>
        <div className={`${frame.map ?? ''} ${classes.map ?? ''}`}>
          <PartBoundary text="The map could not be loaded. The list holds the same.">
            <Suspense>
              <AtlasMap
                scene={props.scene}
                badges={props.badges}
                marked={marked}
                selected={props.selectedPoint}
                fit={props.fit}
                printing={props.printing}
                onSelect={both.selectFromMap}
                onHover={setHovered}
                onClosePopup={both.closePopup}
                popup={props.popup}
              />
            </Suspense>
          </PartBoundary>
          {hoveredArea === undefined || selected !== null || phone ? null : (
            <AreaCard area={hoveredArea} question={props.question} />
          )}
          <div className={frame.notes}>{props.notes}</div>
        </div>
        {props.legend}
      </div>
      {points !== undefined ? (
        <PlaceList
          ref={list}
          label={noun.many}
          noun={noun}
          head={head}
          points={points}
          marked={marked}
          onSelect={both.selectFromList}
          onHover={setHovered}
        />
      ) : (
        <div className={frame.list}>
          {failure === null ? (
            <Bones />
          ) : (
            <LoadFailure title="County figures could not be loaded" {...failure} />
          )}
        </div>
      )}
    </section>
  );
}

function Bones() {
  return (
    <>
      <div role="status">Loading county figures...</div>
      {Array.from({ length: BONES }, (_, index) => (
        <Skeleton key={index} height={36} mt="md" mx="sm" w="auto" />
      ))}
    </>
  );
}

/** In the list's place when nothing surely has room. */
export function NoRoom({ noun, onShowAll }: { noun: string; onShowAll: () => void }) {
  return (
    <Banner
      tone="info"
      action={
        <Button size="compact-sm" variant="default" onClick={onShowAll}>
          Show all
        </Button>
      }
    >
      No {noun} here surely has room.
    </Banner>
  );
}
