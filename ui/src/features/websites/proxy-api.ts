/** The calls of the proxy page: each answers with the proxy as it stands. */
import { api } from '@/shared/api/api';
import type { ProxyBody } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';

const shown = {
  onQueryStarted: async (
    _: unknown,
    { dispatch, queryFulfilled }: { dispatch: AppDispatch; queryFulfilled: Promise<{ data: ProxyBody }> },
  ) => {
    await queryFulfilled.then(
      ({ data }) => dispatch(api.util.upsertQueryData('getProxy', undefined, data)),
      () => undefined,
    );
  },
};

const proxyApi = api.enhanceEndpoints({
  endpoints: { saveProxy: shown, removeProxy: shown, restoreProxy: shown },
});

export const {
  useGetProxyQuery,
  useSaveProxyMutation,
  useRemoveProxyMutation,
  useRestoreProxyMutation,
  useTestProxyMutation,
} = proxyApi;
