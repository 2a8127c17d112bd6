/** The call that erases what its user saved and wrote, and what is shown of that. */
import { api } from '@/shared/api/api';
import { changesCompanies } from '@/shared/companies/companies-in-tabs';

const ownDataApi = api.enhanceEndpoints({
  endpoints: { eraseOwnData: changesCompanies },
});

export const { useEraseOwnDataMutation } = ownDataApi;
