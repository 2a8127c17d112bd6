/** The shapes of states and counties, loaded once for all maps of the visit. */
import { useCallback, useEffect, useState } from 'react';
import { stateCode } from '@/shared/lib/us-states';
import { countyName } from './county-name';
import { loadCounties, loadStates, type AreaShape, type Shapes } from './shapes';

export interface Ground {
  /** Null until they are there. */
  states: Shapes | null;
  counties: readonly AreaShape[] | null;
  failed: boolean;
  isFetching: boolean;
  refetch: () => void;
}

interface Kept {
  states: Shapes | null;
  counties: readonly AreaShape[] | null;
}

let kept: Kept = { states: null, counties: null };

/** For tests, each of which has a server of its own. */
export function forgetShapes(): void {
  kept = { states: null, counties: null };
}

export function useShapes(): Ground {
  const [loaded, setLoaded] = useState(kept);
  const [tries, setTries] = useState(0);
  const [failedTry, setFailedTry] = useState<number | null>(null);
  useEffect(() => {
    let isHere = true;
    const show = (part: Partial<Kept>) => {
      kept = { ...kept, ...part };
      if (isHere) setLoaded(kept);
    };
    const load = async () => {
      const counties = kept.counties === null ? loadCounties() : null;
      // Its failure is heard below, after that of the states.
      counties?.catch(() => undefined);
      if (kept.states === null) show({ states: await loadStates() });
      if (counties !== null) show({ counties: await counties });
    };
    load().catch(() => {
      if (isHere) setFailedTry(tries);
    });
    return () => {
      isHere = false;
    };
  }, [tries]);
  const refetch = useCallback(() => {
    setTries((before) => before + 1);
  }, []);
  const isComplete = loaded.states !== null && loaded.counties !== null;
  return {
    ...loaded,
    failed: !isComplete && failedTry !== null,
    isFetching: !isComplete && failedTry !== tries,
    refetch,
  };
}

/** What a county is called and where it lies. */
export interface CountyPlace {
  name: string;
  /** The state's two letters. */
  state: string;
  shape: AreaShape;
}

/** The counties by their codes. */
export function placesOf(states: Shapes, counties: readonly AreaShape[]): ReadonlyMap<string, CountyPlace> {
  const codes = new Map(states.areas.map(({ id, name }) => [id, stateCode(name) ?? '']));
  return new Map(
    counties.map((shape) => [
      shape.id,
      {
        name: countyName(shape.id, shape.name),
        state: codes.get(shape.id.slice(0, 2)) ?? '',
        shape,
      },
    ]),
  );
}
