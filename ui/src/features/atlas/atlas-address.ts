/** The Demand Map's state in the address; what is not there is as it was left, or at first as it is most useful. */
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useNavigation, useSearchParams } from 'react-router';
import type { AtlasComparison, AtlasSupply } from '@/shared/api/generated';
import { readStored, writeStored } from '@/shared/lib/browser-storage';
import { stateCode } from '@/shared/lib/us-states';
import { measureOf, type MeasureId, type Question } from './measures';

export type Level = 'county' | 'around' | 'tract';

export interface Settings {
  question: Question;
  kind: string;
  /** Null for all states. */
  state: string | null;
  level: Level;
  measure: MeasureId;
  supply: AtlasSupply;
  compare: AtlasComparison;
  minPopulation: number;
  /** Miles; null as the level has it. */
  radius: number | null;
  /** The user's companies are on the map. */
  mine: boolean;
  /** The list holds every area, not only those with room. */
  all: boolean;
  /** The area whose popup is open. */
  area: string | null;
  /** How it is computed is shown. */
  how: boolean;
}

/** What is remembered from visit to visit, and what a visit begins with. */
export type Opening = Pick<Settings, 'question' | 'kind' | 'state'>;

export const FIRST_OPENING: Opening = { question: 'sell', kind: 'dentist', state: null };

export const RADII: Record<Level, readonly number[]> = {
  county: [],
  around: [10, 25, 40],
  tract: [5, 10, 25],
};
export const USUAL_RADIUS: Record<Level, number> = { county: 0, around: 25, tract: 10 };
export const SMALLEST = [0, 1_000, 5_000, 10_000, 50_000, 100_000] as const;
const ALL_STATES = 'all';

function oneOf<Value extends string>(text: string | null, ...values: readonly [Value, ...Value[]]): Value {
  return values.find((value) => value === text) ?? values[0];
}

/** `kinds` are those of the search; another one is none. */
export function readAddress(params: URLSearchParams, opening: Opening, kinds: ReadonlySet<string>): Settings {
  const kind = params.get('kind') ?? '';
  const question = params.has('question') ? oneOf(params.get('question'), 'sell', 'open') : opening.question;
  const level = oneOf<Level>(params.get('level'), 'county', 'around', 'tract');
  const radius = Number(params.get('radius'));
  return {
    question,
    kind: kinds.has(kind) ? kind : opening.kind,
    state: params.has('state') ? stateCode(params.get('state') ?? '') : opening.state,
    level,
    measure: measureOf(params.get('show'), question).id,
    supply: oneOf<AtlasSupply>(params.get('supply'), 'census', 'listings'),
    compare: oneOf<AtlasComparison>(params.get('compare'), 'similar', 'nation', 'state'),
    minPopulation: SMALLEST.find((least) => String(least) === params.get('min_population')) ?? 0,
    radius: RADII[level].includes(radius) && radius !== USUAL_RADIUS[level] ? radius : null,
    mine: params.has('mine'),
    all: params.has('all'),
    area: params.get('county'),
    how: params.has('how'),
  };
}

/** Question, kind and state always, the others where they are not the usual. */
export function writeAddress(settings: Settings): URLSearchParams {
  const { question, kind, state, level, measure, supply, compare, minPopulation, radius, area } = settings;
  const params = new URLSearchParams({ question, kind, state: state ?? ALL_STATES });
  const set = (name: string, value: string, usual: string) => {
    if (value !== usual) params.set(name, value);
  };
  set('level', level, 'county');
  set('show', measure, measureOf(null, question).id);
  set('supply', supply, 'census');
  set('compare', compare, 'similar');
  set('min_population', String(minPopulation), '0');
  set('radius', radius === null ? '' : String(radius), '');
  set('county', area ?? '', '');
  for (const name of ['mine', 'all', 'how'] as const) {
    if (settings[name]) params.set(name, '1');
  }
  return params;
}

const REMEMBERED_KEY = 'demandatlas_demand_map';

interface Remembered extends Opening {
  userId: string;
}

/** How this user left the map, in this browser. */
export function rememberedOpening(userId: string): Opening | null {
  const stored = readStored(REMEMBERED_KEY) as Remembered | null;
  return stored?.userId === userId ? stored : null;
}

/** The settings live in state and are mirrored in the address, which changes too late for a pressed radio. */
export function useAtlasAddress(userId: string, opening: Opening, kinds: ReadonlySet<string>) {
  const [params, setParams] = useSearchParams();
  const [settings, setSettings] = useState(() => readAddress(params, opening, kinds));
  // Writing would cancel a navigation.
  const isStaying = useNavigation().state === 'idle';
  const write = useEffectEvent(() => {
    const next = writeAddress(settings);
    if (isStaying && next.toString() !== params.toString()) {
      setParams(next, { replace: true, preventScrollReset: true });
    }
  });
  useEffect(() => {
    write();
  }, [settings, isStaying, params]);
  const { question, kind, state } = settings;
  useEffect(() => {
    writeStored(REMEMBERED_KEY, { userId, question, kind, state } satisfies Remembered);
  }, [userId, question, kind, state]);

  const change = useCallback((part: Partial<Settings>) => {
    setSettings((before) => changed(before, part));
  }, []);
  return { settings, change };
}

/** What depends on a changed setting returns to its usual. */
function changed(before: Settings, part: Partial<Settings>): Settings {
  const next = { ...before, ...part };
  if (next.question !== before.question) {
    return { ...next, measure: measureOf(null, next.question).id, all: false };
  }
  if (next.level !== before.level) return { ...next, radius: null, area: null };
  if (next.state !== before.state) return { ...next, area: part.area ?? null };
  return next;
}
