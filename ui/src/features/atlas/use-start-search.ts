/** Opens the search form with a kind of business and the cities of a county. */
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { creditFigures } from '@/shared/credits/credit-figures';
import { useCredits } from '@/shared/credits/use-credits';
import { useLazyListAtlasAreaCitiesQuery } from './atlas-api';
import { paths } from '@/shared/paths';

/** What a city needs to start. */
const CREDITS_A_CITY = 2;

export function useStartSearch() {
  const [fetchCities] = useLazyListAtlasAreaCitiesQuery();
  const { currentData: credits } = useCredits();
  const left = credits === undefined ? 0 : creditFigures(credits).remaining;
  const [failedFor, setFailedFor] = useState<string | null>(null);
  const navigate = useNavigate();
  const start = useCallback(
    (kind: string, fips: string) => {
      const open = async () => {
        setFailedFor(null);
        const { data } = await fetchCities({ fips }, true);
        if (data === undefined) setFailedFor(fips);
        else {
          // The largest come first. Without credits the form says what all of them need.
          const most = Math.floor(left / CREDITS_A_CITY) || data.cities.length;
          const cities = data.cities.slice(0, most).join(', ');
          await navigate(paths.newSearch({ term: kind, state: data.state, cities }));
        }
      };
      void open();
    },
    [fetchCities, left, navigate],
  );
  return {
    start,
    /** The county whose cities could not be loaded. */
    failedFor,
  };
}
