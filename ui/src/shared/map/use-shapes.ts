/** The shapes of states and counties, loaded once for all maps of the visit. */
import { useCallback, useEffect, useState } from 'react';
import { stateCode } from '@/shared/lib/us-states';
import { countyName } from './county-name';
import { counties, states, type AreaShape, type StateShapes } from './shapes';

export interface Ground {
  /** Null until they are there. */
  states: StateShapes | null;
  counties: readonly AreaShape[] | null;
  failed: boolean;
  isFetching: boolean;
  refetch: () => void;
}

export function useShapes(): Ground {
  const [loaded, setLoaded] = useState<Pick<Ground, 'states' | 'counties'>>(() => ({
    states: states.now(),
    counties: counties.now()?.areas ?? null,
  }));
  const [tries, setTries] = useState(0);
  const [failedTry, setFailedTry] = useState<number | null>(null);
  useEffect(() => {
    let isHere = true;
    const show = (part: Partial<typeof loaded>) => {
      if (isHere) setLoaded((before) => ({ ...before, ...part }));
    };
    const load = async () => {
      const later = counties.ask();
      // Its failure is heard below, after that of the states.
      later.catch(() => undefined);
      show({ states: await states.ask() });
      show({ counties: (await later).areas });
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
export function placesOf(
  { areas }: StateShapes,
  counties: readonly AreaShape[],
): ReadonlyMap<string, CountyPlace> {
  const codes = new Map(areas.map(({ id, name }) => [id, stateCode(name) ?? '']));
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
