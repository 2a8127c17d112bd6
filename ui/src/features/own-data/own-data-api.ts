/** The call that erases what its user saved and wrote, and what is shown of that. */
import { api } from '@/shared/api/api';

const ownDataApi = api.enhanceEndpoints({
  endpoints: { eraseOwnData: { invalidatesTags: ['Companies', 'Crm'] } },
});

export const { useEraseOwnDataMutation } = ownDataApi;
