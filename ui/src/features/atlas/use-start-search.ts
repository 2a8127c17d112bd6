/** Opens the search form with a kind of business and the cities of a county. */
import { useCallback, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLazyListAtlasAreaCitiesQuery } from './atlas-api';
import { paths } from '@/shared/paths';

export function useStartSearch() {
  const [fetchCities] = useLazyListAtlasAreaCitiesQuery();
  const [failedFor, setFailedFor] = useState<string | null>(null);
  const navigate = useNavigate();
  const start = useCallback(
    (kind: string, fips: string) => {
      const open = async () => {
        setFailedFor(null);
        const { data } = await fetchCities({ fips }, true);
        if (data === undefined) setFailedFor(fips);
        else
          await navigate(paths.newSearch({ term: kind, state: data.state, cities: data.cities.join(', ') }));
      };
      void open();
    },
    [fetchCities, navigate],
  );
  return {
    start,
    /** The county whose cities could not be loaded. */
    failedFor,
  };
}
