/**
 * The Demand Map's calls. Written by hand until docs/openapi.json has them: then `generated.ts` replaces this file,
 * whose names and types are those of the document.
 */
import type { Topology } from 'topojson-specification';
import { emptyApi } from './empty-api';

/** One number, or null where the column has none for the area. */
export type Cell = string | number | boolean | null;

export interface AtlasKind {
  /** As a search takes it, lower case. */
  kind: string;
  title: string;
  counted_as: string | null;
  codes: string[];
  tells: 'counties' | 'states' | 'nothing';
  why: AtlasNotice | null;
}

export interface AtlasKindsBody {
  kinds: AtlasKind[];
  levels: string[];
  supplies: string[];
  neighborhoods: { allowed: boolean };
  year: number | null;
}

export interface AtlasNotice {
  code: string;
  text: string;
}

export interface AtlasSource {
  title: string;
  vintage: string;
  publisher: string;
  licence: string | null;
  what: string;
}

export interface AtlasFormula {
  r: number;
  kappa: number;
  base: string;
  omega: number;
  epsilon: number;
  spline: { knots: number[]; coefficients: number[]; from: number; to: number } | null;
}

export interface AtlasMissing {
  fips: string;
  reason: string;
}

export interface AtlasBody {
  kind: string;
  title: string;
  counted_as: string | null;
  codes: string[];
  level: string;
  supply: string;
  compare: string;
  state: string | null;
  year: number | null;
  formula: AtlasFormula | null;
  national: { businesses: number; per_10000: number; theta: number } | null;
  sources: AtlasSource[];
  notices: AtlasNotice[];
  columns: string[];
  rows: Cell[][];
  missing: AtlasMissing[];
  states: { state: string; index: number; unusual: boolean }[];
}

export interface AtlasTractsBody {
  kind: string;
  state: string;
  supply: string;
  reach: number;
  columns: string[];
  rows: Cell[][];
  /** The address of the state's shapes. */
  shapes: string;
  notices: AtlasNotice[];
  sources: AtlasSource[];
  missing: AtlasMissing[];
}

export interface AtlasAreaBody {
  fips: string;
  name: string;
  state: string;
  population: number | null;
  income: number | null;
  year: number | null;
  neighbors: string[];
  sources: AtlasSource[];
  columns: string[];
  rows: Cell[][];
  missing: { kind: string; reason: string }[];
  notices: AtlasNotice[];
}

export interface AtlasCitiesBody {
  state: string;
  cities: string[];
}

export interface SavedByCountyBody {
  counties: { fips: string; companies: number }[];
  elsewhere: number;
}

export type AtlasLevel = 'county' | 'around';
export type AtlasSupply = 'census' | 'listings';
export type AtlasCompare = 'similar' | 'nation' | 'state';

export interface AtlasArg {
  kind: string;
  level?: AtlasLevel;
  supply?: AtlasSupply;
  compare?: AtlasCompare;
  state?: string;
  min_population?: number;
  radius?: number;
}

/** Public tables, which have an ETag: the browser keeps them and asks whether they changed. */
const KEPT = { cache: 'no-cache' } as const;

export const ATLAS_ROUTES = {
  atlasKinds: '/api/atlas/kinds',
  atlas: '/api/atlas',
  atlasTracts: '/api/atlas/tracts',
  atlasArea: '/api/atlas/areas/{fips}',
  atlasCities: '/api/atlas/areas/{fips}/cities',
  savedByCounty: '/api/saved-companies/by-county',
  atlasShapes: '/api/atlas/shapes/{name}',
} as const;

export const atlasApi = emptyApi.injectEndpoints({
  endpoints: (build) => ({
    atlasKinds: build.query<AtlasKindsBody, undefined>({
      query: () => ({ url: ATLAS_ROUTES.atlasKinds, ...KEPT }),
    }),
    atlas: build.query<AtlasBody, AtlasArg>({
      query: (params) => ({ url: ATLAS_ROUTES.atlas, params, ...KEPT }),
    }),
    atlasTracts: build.query<AtlasTractsBody, { kind: string; state: string; reach?: number }>({
      query: (params) => ({ url: ATLAS_ROUTES.atlasTracts, params, ...KEPT }),
    }),
    atlasArea: build.query<AtlasAreaBody, { fips: string }>({
      query: ({ fips }) => ({
        url: ATLAS_ROUTES.atlasArea.replace('{fips}', encodeURIComponent(fips)),
        ...KEPT,
      }),
    }),
    atlasCities: build.query<AtlasCitiesBody, { fips: string }>({
      query: ({ fips }) => ({
        url: ATLAS_ROUTES.atlasCities.replace('{fips}', encodeURIComponent(fips)),
        ...KEPT,
      }),
    }),
    savedByCounty: build.query<SavedByCountyBody, { kind: string }>({
      query: (params) => ({ url: ATLAS_ROUTES.savedByCounty, params }),
      providesTags: ['Companies'],
    }),
    /** A topology, at an address that an answer gave. */
    atlasShapes: build.query<Topology, { address: string }>({
      query: ({ address }) => ({ url: address, cache: 'default' }),
    }),
  }),
});

export const {
  useAtlasKindsQuery,
  useAtlasQuery,
  useAtlasTractsQuery,
  useAtlasAreaQuery,
  useAtlasShapesQuery,
  useLazyAtlasCitiesQuery,
  useSavedByCountyQuery,
} = atlasApi;
