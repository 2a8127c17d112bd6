/** What the Demand Map shows for its settings: areas with figures and shapes, from three answers and two files. */
import { useMemo } from 'react';
import type { AtlasBody, AtlasNotice, AtlasSource, GetAtlasApiArg } from '@/shared/api/generated';
import {
  useCountSavedCompaniesByCountyQuery,
  useGetAtlasQuery,
  useGetAtlasTractShapesQuery,
  useGetAtlasTractsQuery,
} from './atlas-api';
import { stateCode } from '@/shared/lib/us-states';
import { countiesOf, statesOf, tractsOf, type Area } from './area';
import type { Settings } from './atlas-address';
import { shapesOf, type AreaShape } from '@/shared/map/shapes';
import { placesOf, useShapes, type CountyPlace, type Ground } from '@/shared/map/use-shapes';

export interface Loaded {
  areas: readonly Area[];
  shapes: readonly AreaShape[];
  /** Whether classes are told for the level; neighborhoods have none, nor have states. */
  sure: boolean;
  noun: { one: string; many: string };
  year: number | null;
  notices: readonly AtlasNotice[];
  sources: readonly AtlasSource[];
  /** The nation's figure per 10,000 residents. */
  nation: number;
  /** The whole answer for counties. */
  answer: AtlasBody | null;
}

interface AtlasState {
  ground: Ground;
  query: {
    currentData: Loaded | undefined;
    error: unknown;
    isFetching: boolean;
    refetch: () => void;
  };
  /** The user's companies of this kind outside of all counties. */
  elsewhere: number;
}

export function askedOf(settings: Settings): GetAtlasApiArg {
  const { kind, state, level, supply, compare, minPopulation, radius } = settings;
  return {
    kind,
    level: level === 'around' ? 'around' : 'county',
    supply,
    compare,
    ...(state === null ? {} : { state }),
    ...(minPopulation === 0 ? {} : { minPopulation }),
    ...(radius === null ? {} : { radius }),
  };
}

const COUNTIES = { one: 'county', many: 'counties' };
const STATES = { one: 'state', many: 'states' };
const NEIGHBORHOODS = { one: 'neighborhood', many: 'neighborhoods' };
const NO_FAILURE = undefined;

/** `tracts` is whether neighborhoods are shown, which needs a plan and a state. */
export function useAtlas(settings: Settings, tracts: boolean): AtlasState {
  const ground = useShapes();
  const { states, counties: countyShapes } = ground;
  const places = useMemo(
    () => (states === null || countyShapes === null ? null : placesOf(states, countyShapes)),
    [states, countyShapes],
  );
  const counties = useGetAtlasQuery(askedOf(settings), { skip: tracts });
  const neighborhoods = useNeighborhoods(settings, tracts, places);
  // Known businesses are found among the listings a while after their upload.
  const { currentData: own } = useCountSavedCompaniesByCountyQuery(
    { kind: settings.kind },
    { refetchOnMountOrArgChange: true },
  );
  const answer = counties.currentData;

  const ofCounties = useMemo((): Loaded | undefined => {
    if (answer === undefined || states === null || countyShapes === null || places === null) return undefined;
    const byCounty = new Map(own?.counties.map((county) => [county.fips, county]));
    const areas = countiesOf(answer, places, byCounty);
    const isRare = answer.rows.length === 0 && answer.states.length > 0;
    const shared = {
      year: answer.year ?? null,
      notices: answer.notices,
      sources: answer.sources,
      nation: answer.national?.per_10000 ?? 0,
      answer,
    };
    if (!isRare) return { ...shared, areas, shapes: countyShapes, sure: true, noun: COUNTIES };
    const named = new Map(states.areas.map((shape) => [stateCode(shape.name) ?? '', shape]));
    return { ...shared, areas: statesOf(answer, named), shapes: states.areas, sure: false, noun: STATES };
  }, [answer, states, countyShapes, places, own]);

  const current = tracts ? neighborhoods : counties;
  const data = tracts ? neighborhoods.loaded : ofCounties;
  return {
    ground,
    elsewhere: own === undefined ? 0 : own.elsewhere + own.known_elsewhere,
    query: {
      currentData: data,
      error: current.error ?? (ground.failed ? new Error('The shapes of the map are missing.') : NO_FAILURE),
      isFetching: current.isFetching || ground.isFetching,
      refetch: () => {
        if (ground.failed) ground.refetch();
        if (current.error !== undefined) void current.refetch();
      },
    },
  };
}

function useNeighborhoods(
  { kind, state, radius }: Settings,
  wanted: boolean,
  places: ReadonlyMap<string, CountyPlace> | null,
) {
  const answer = useGetAtlasTractsQuery(
    { kind, state: state ?? '', ...(radius === null ? {} : { reach: radius }) },
    { skip: !wanted },
  );
  const body = answer.currentData;
  const shapes = useGetAtlasTractShapesQuery({ state: state ?? '' }, { skip: !wanted });
  const topology = shapes.currentData;
  const loaded = useMemo((): Loaded | undefined => {
    if (body === undefined || topology === undefined || places === null) return undefined;
    return {
      areas: tractsOf(body, places),
      shapes: shapesOf(topology, 'tracts'),
      sure: false,
      noun: NEIGHBORHOODS,
      year: null,
      notices: body.notices,
      sources: body.sources,
      nation: 0,
      answer: null,
    };
  }, [body, topology, places]);
  return {
    loaded,
    error: answer.error ?? shapes.error,
    isFetching: answer.isFetching || shapes.isFetching,
    refetch: () => (answer.error === undefined ? shapes.refetch() : answer.refetch()),
  };
}
