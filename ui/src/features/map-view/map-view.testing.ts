/** Packed rows for the tests of the map. */
import type { PackedCompany } from '@/shared/companies/companies-api';

let next = 0;

/** A company in Portland, with overrides. */
export function packed(changes: Partial<PackedCompany> = {}): PackedCompany {
  next += 1;
  return {
    company_id: `company-${next}`,
    session_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    row_idx: next,
    name: `Company ${next}`,
    address: '1 Alder St',
    city: 'Portland',
    state: 'OR',
    industry: 'brewery',
    status: 'not_contacted',
    score: 72,
    latitude: 45.52,
    longitude: -122.67,
    follow_up_date: null,
    ...changes,
  };
}
