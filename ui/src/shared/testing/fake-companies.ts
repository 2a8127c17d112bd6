/** Saved companies as the server answers them. */
import type { CompaniesBody, CompanyChanges, ListedCompany, PackedCompanies } from '@/shared/api/generated';
import { crmBody } from './fake-crm';

/** A company; its key, session and row are made from its number. */
export function savedCompany(number = 1, changes: Partial<ListedCompany> = {}): ListedCompany {
  const name = changes.company_name ?? `Company ${number}`;
  return {
    company_id: `company-${number}`,
    session_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    business_row_idx: number,
    company_name: name,
    business_data: {
      row_idx: number,
      name,
      address: '7424 SW Beaverton Hillsdale Hwy',
      city: 'Portland',
      state: 'OR',
      main_category: 'brewery',
      industry: 'brewery',
      market_intelligence_score: 72,
      latitude: 45.5,
      longitude: -122.6,
    },
    contact_status: 'not_contacted',
    crm_data: crmBody().crmData,
    categories: ['brewery'],
    city: 'Portland',
    state: 'OR',
    main_category: 'brewery',
    market_intelligence_score: 72,
    latitude: 45.5,
    longitude: -122.6,
    tags: [],
    follow_up_date: null,
    saved_at: '2026-03-04T15:06:00Z',
    stale: false,
    source: 'catalogue',
    ...changes,
  };
}

/** The list as one page of it. */
export function companyList(companies: ListedCompany[], changes: Partial<CompaniesBody> = {}): CompaniesBody {
  return {
    companies,
    total_count: companies.length,
    saved_total: companies.length,
    stale_total: 0,
    due_total: 0,
    page: 1,
    limit: 50,
    facets: { statuses: [], industries: [], states: [], cities: [], tags: [] },
    ...changes,
  };
}

/** The list as a map asks for it. */
export function packedCompanies(companies: ListedCompany[]): PackedCompanies {
  return {
    columns: [
      'company_id',
      'session_id',
      'row_idx',
      'name',
      'address',
      'city',
      'state',
      'industry',
      'status',
      'score',
      'latitude',
      'longitude',
      'follow_up_date',
    ],
    rows: companies.map((company) => [
      company.company_id,
      company.session_id,
      company.business_row_idx,
      company.company_name,
      company.business_data.address ?? null,
      company.city ?? null,
      company.state ?? null,
      company.business_data.industry ?? null,
      company.contact_status,
      company.market_intelligence_score ?? null,
      company.latitude ?? null,
      company.longitude ?? null,
      company.follow_up_date ?? null,
    ]),
    total_count: companies.length,
    saved_total: companies.length,
    stale_total: 0,
    due_total: 0,
  };
}

/** All of these were changed. */
export function changed(ids: readonly string[], rest: Partial<CompanyChanges> = {}): CompanyChanges {
  return { success: true, changed: [...ids], unchanged: 0, failed: [], ...rest };
}
