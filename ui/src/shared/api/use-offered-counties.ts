/** Counties by what is typed: the beginning of a name, with or without its state, or a code. */
import { useDebouncedValue } from '@mantine/hooks';
import { useListCountiesQuery } from './api';

const ASK_AFTER_MS = 200;
const MOST_OFFERED = 10;

export interface OfferedCounty {
  /** Five digits. */
  fips: string;
  /** 'Union County, OR'. */
  name: string;
}

/** Undefined until the server has answered. */
export function useOfferedCounties(typed: string): OfferedCounty[] | undefined {
  const [prefix] = useDebouncedValue(typed.trim(), ASK_AFTER_MS);
  const { currentData } = useListCountiesQuery({ prefix, limit: MOST_OFFERED }, { skip: prefix === '' });
  return currentData?.counties.map(({ fips, name, state }) => ({ fips, name: `${name}, ${state}` }));
}
