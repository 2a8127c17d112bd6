/** The Demand Map's calls. */
import { api } from '@/shared/api/api';

export const {
  useCountSavedCompaniesByCountyQuery,
  useGetAtlasAreaInputsQuery,
  useGetAtlasAreaQuery,
  useGetAtlasQuery,
  useGetAtlasTractShapesQuery,
  useGetAtlasTractsQuery,
  useListAtlasKindsQuery,
} = api.enhanceEndpoints({
  endpoints: { countSavedCompaniesByCounty: { providesTags: ['Companies'] } },
});
