/** The answer as it is drawn and listed. */
import { useComputedColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useMemo } from 'react';
import { usePaper } from '@/shared/lib/paper';
import { stateCode } from '@/shared/lib/us-states';
import { isPlaced, type MapPoint, type PlacedPoint } from '@/shared/map/map-point';
import type { WorldBox } from '@/shared/map/world';
import type { Area } from './area';
import type { Badge } from './area-layer';
import { yoursOf } from './figures';
import type { Settings } from './atlas-address';
import { listedOf, pointsOf, type Listed } from './listed';
import { measureOf, paintOf, type Paint, type Scale } from './measures';
import type { Scene } from './painter';
import { boxAround, type AreaShape, type StateShapes } from '@/shared/map/shapes';
import type { Loaded } from './use-atlas';
import type { Ground } from '@/shared/map/use-shapes';

export interface AtlasScene {
  loaded: Loaded | undefined;
  areas: ReadonlyMap<string, Area>;
  /** Null until there is an answer. */
  listed: Listed | null;
  points: readonly MapPoint[] | undefined;
  /** The area whose popup is open. */
  selected: PlacedPoint | null;
  drawn: Scene;
  badges: readonly Badge[];
  fit: WorldBox | null;
  measure: ReturnType<typeof measureOf>;
  scale: Scale;
  hatched: boolean;
  printing: boolean;
}

const NO_SHAPES: readonly AreaShape[] = [];
const NO_BADGES: readonly Badge[] = [];
/** Where color alone does not tell it. */
const NEEDS_DOTS = '(forced-colors: active), (prefers-contrast: more)';

export function useAtlasScene(settings: Settings, ground: Ground, loaded: Loaded | undefined): AtlasScene {
  const { question, state, all, mine } = settings;
  const { states } = ground;
  const measure = measureFor(settings, loaded);
  const printing = usePaper();
  const moreContrast = useMediaQuery(NEEDS_DOTS, false, { getInitialValueInEffect: false });
  const scheme = useComputedColorScheme('light');
  const nation = loaded?.nation ?? 0;
  const scale = useMemo(() => measure.scale(nation), [measure, nation]);
  const paints = useMemo((): ReadonlyMap<string, Paint> => {
    if (loaded === undefined) return new Map();
    return new Map(loaded.areas.map((area) => [area.id, paintOf(area, measure, scale, loaded.sure)]));
  }, [loaded, measure, scale]);
  const byId = useMemo(() => new Map(loaded?.areas.map((area) => [area.id, area])), [loaded]);
  const listed = useMemo(
    () => (loaded === undefined ? null : listedOf(loaded.areas, { question, all }, loaded.sure)),
    [loaded, question, all],
  );
  const shapesById = useMemo(() => new Map(loaded?.shapes.map((shape) => [shape.id, shape])), [loaded]);
  const points = useMemo(() => {
    if (listed === null || loaded === undefined) return undefined;
    return pointsOf(listed.shown, { question, state }, shapesById, paints);
  }, [listed, loaded, question, state, shapesById, paints]);
  const selected = useMemo(() => {
    const area = byId.get(settings.area ?? '');
    const point =
      area === undefined ? undefined : pointsOf([area], { question, state }, shapesById, paints)[0];
    return point !== undefined && isPlaced(point) ? point : null;
  }, [byId, settings.area, question, state, shapesById, paints]);
  const shapes = useMemo(() => loaded?.shapes.filter(({ id }) => byId.has(id)) ?? NO_SHAPES, [loaded, byId]);
  const shownScheme = printing ? 'light' : scheme;
  const dots = printing || moreContrast;
  const drawn = useMemo(
    (): Scene => ({ ground: states, areas: shapes, paints, dots, scheme: shownScheme }),
    [states, shapes, paints, dots, shownScheme],
  );
  const badges = useMemo(
    () => (mine && loaded !== undefined ? badgesOf(loaded.areas) : NO_BADGES),
    [mine, loaded],
  );
  const fit = useMemo(
    () => (state === null || states === null ? null : boxOfState(state, states)),
    [state, states],
  );
  return {
    loaded,
    areas: byId,
    listed,
    points,
    selected,
    drawn,
    badges,
    fit,
    measure,
    scale,
    hatched: measure.tells && loaded?.sure === true,
    printing,
  };
}

/** Where an area has only an index, that is what is shown. */
function measureFor({ question, measure, level }: Settings, loaded: Loaded | undefined) {
  if (loaded?.noun.one === 'state') return measureOf('index', 'open');
  const hasNone = level === 'tract' && (measure === 'gap' || measure === 'usual');
  return measureOf(hasNone ? null : measure, question);
}

function badgesOf(areas: readonly Area[]): Badge[] {
  return areas.map((area) => ({ id: area.id, count: yoursOf(area) })).filter(({ count }) => count > 0);
}

function boxOfState(state: string, { areas }: StateShapes): WorldBox | null {
  return boxAround(areas.filter(({ name }) => stateCode(name) === state));
}
