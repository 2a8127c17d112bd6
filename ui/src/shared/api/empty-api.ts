/** The API slice that the generated endpoints are injected into. */
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';

export const emptyApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Credits', 'History', 'Companies', 'Crm'],
  endpoints: () => ({}),
});
