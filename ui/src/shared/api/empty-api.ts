/** The API slice into which the generated endpoints are injected. */
import { createApi } from '@reduxjs/toolkit/query/react';
import { baseQuery } from './base-query';

export const emptyApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: ['Credits', 'History', 'Companies', 'Crm', 'Notices'],
  endpoints: () => ({}),
});
