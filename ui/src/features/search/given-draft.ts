/** A search in the address, as the Demand Map links to it: it fills the form, and leaves the address. */
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { EMPTY_AREA } from '@/shared/search/area/area-draft';
import { EMPTY_DRAFT, LONGEST_TERM, type SearchDraft } from '@/shared/search/form/search-form';

const PARAMS = ['term', 'county'] as const;
const FIPS = /^\d{5}$/;

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
  const [term = '', fips = ''] = PARAMS.map((name) => params.get(name) ?? '');
  const draft = { ...EMPTY_DRAFT, term: term.slice(0, LONGEST_TERM) };
  if (!FIPS.test(fips)) return draft;
  return { ...draft, by: 'counties', area: { ...EMPTY_AREA, counties: [{ fips, name: '' }] } };
}
