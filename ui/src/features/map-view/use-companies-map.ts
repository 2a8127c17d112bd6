/** The companies on the map page, by its filters, and the actions on them. */
import { useEffect, useMemo, useState } from 'react';
import { averageOf, type FitRule, type MapStart } from '@/shared/map/fit';
import type { Position } from '@/shared/map/map-point';
import { choicesOf, passing, type Filters } from './filters';
import { useMapAddress } from './map-address';
import { companyPoint, type MappedCompany } from './mapped-company';
import { useVisits } from './use-visits';

/** The specification's figures (A §9); this is the middle of the contiguous US. */
export const MIDDLE_OF_US: Position = { latitude: 39.8283, longitude: -98.5795 };

export const INITIAL_ZOOM = 6;

export const FIT: FitRule = { paddingPx: 30, maxZoom: 12, singleZoom: 10, delayMs: 100 };

const BANNER_MS = 3_000;

export function useCompaniesMap(companies: readonly MappedCompany[]) {
  const address = useMapAddress();
  const { filters, restored, visit, setVisit, currentCenter } = address;
  const choices = useMemo(() => choicesOf(companies), [companies]);
  const all = useMemo(() => companies.map(companyPoint), [companies]);
  const matched = useMemo(() => {
    const passes = passing(filters);
    return all.filter(({ company }) => passes(company));
  }, [filters, all]);
  const placed = useMemo(() => matched.filter(({ position }) => position !== null).length, [matched]);
  const visits = useVisits(matched, all, visit);

  const filterKey = JSON.stringify(filters);
  const { changed, banner } = useFilterChange(filters, (before) => {
    const [passed, passes] = [passing(before), passing(filters)];
    return placed > 0 && companies.some((company) => passed(company) && !passes(company));
  });
  const middle = useMemo(() => averageOf(matched, MIDDLE_OF_US), [matched]);
  const start: MapStart = restored ?? { center: middle, zoom: INITIAL_ZOOM };
  // A view from the address stays until a filter changes.
  const fit: FitRule | null = restored === null || changed ? FIT : null;

  return {
    ...address,
    choices,
    companies,
    points: visits === null || visits === 'tooMany' ? matched : visits.points,
    placed,
    visits,
    banner,
    map: { start, fit, fitOn: filterKey },
    /** From the map's current center. */
    orderVisits: () => {
      setVisit(currentCenter() ?? start.center);
    },
  };
}

export type CompaniesMapState = ReturnType<typeof useCompaniesMap>;

/**
 * Whether a filter was changed, and for three seconds whether that removed some companies from the map but not all.
 */
function useFilterChange(filters: Filters, narrowed: (before: Filters) => boolean) {
  const [seen, setSeen] = useState(filters);
  const [changed, setChanged] = useState(false);
  const [bannerOf, setBannerOf] = useState<Filters | null>(null);
  if (seen !== filters) {
    setSeen(filters);
    setChanged(true);
    setBannerOf(narrowed(seen) ? filters : null);
  }
  useEffect(() => {
    if (bannerOf === null) return undefined;
    const timer = setTimeout(() => {
      setBannerOf(null);
    }, BANNER_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [bannerOf]);
  return { changed, banner: bannerOf !== null };
}
