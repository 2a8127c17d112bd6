/** A search in the address, as the Demand Map links to it: it fills the form, and leaves the address. */
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { typedState } from '@/shared/lib/us-states';
import { EMPTY_DRAFT, LONGEST_TERM, type SearchDraft } from './form/search-form';

const PARAMS = ['term', 'state', 'cities'] as const;

/** Null without one. */
export function useGivenDraft(): SearchDraft | null {
  const [params, setParams] = useSearchParams();
  const isThere = params.has('term');
  useEffect(() => {
    if (!isThere) return;
    document.querySelector('h1')?.focus();
    setParams(
      (now) => {
        for (const name of PARAMS) now.delete(name);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [isThere, setParams]);
  if (!isThere) return null;
  const [term = '', state = '', cities = ''] = PARAMS.map((name) => params.get(name) ?? '');
  return { ...EMPTY_DRAFT, term: term.slice(0, LONGEST_TERM), state: typedState(state), cities };
}
