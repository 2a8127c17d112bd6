/** The filters that the list and the map of saved companies share, and their form in the address. */
import { SCORE_BANDS, type ScoreBand } from '@/shared/score/score';
import { isContactStatus, type ContactStatus } from '@/shared/status/contact-status';

/** Any value within a group, all groups together. */
export interface CompanyFilterGroups {
  status: readonly ContactStatus[];
  score: readonly ScoreBand[];
  industry: readonly string[];
  state: readonly string[];
  city: readonly string[];
}

export const FILTER_GROUPS = ['status', 'score', 'industry', 'state', 'city'] as const;

export const NO_GROUPS: CompanyFilterGroups = { status: [], score: [], industry: [], state: [], city: [] };

/** The values of a group in an address, each once. */
export function valuesIn(params: URLSearchParams, group: string): string[] {
  return [...new Set(params.getAll(group))].filter((value) => value !== '');
}

/** Unknown statuses and bands are dropped: the server would refuse them. */
export function readGroups(params: URLSearchParams): CompanyFilterGroups {
  const bands = valuesIn(params, 'score');
  return {
    status: valuesIn(params, 'status').filter(isContactStatus),
    score: SCORE_BANDS.map(({ band }) => band).filter((band) => bands.includes(band)),
    industry: valuesIn(params, 'industry'),
    state: valuesIn(params, 'state'),
    city: valuesIn(params, 'city'),
  };
}

export function writeGroups(params: URLSearchParams, filters: CompanyFilterGroups): void {
  for (const group of FILTER_GROUPS) {
    params.delete(group);
    for (const value of filters[group]) params.append(group, value);
  }
}

/** How many values are chosen. */
export function countGroups(filters: CompanyFilterGroups): number {
  return FILTER_GROUPS.reduce((sum, group) => sum + filters[group].length, 0);
}
