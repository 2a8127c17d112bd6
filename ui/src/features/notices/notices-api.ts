/** What the calls for notices and e-mails answer is shown at once. */
import { api } from '@/shared/api/api';
import type { NewsMailBody, NoticesBody, ReadNotices } from '@/shared/api/generated';
import type { AppDispatch } from '@/shared/api/store';

/** The most that are listed. */
export const LISTED = { limit: 50 };

/** As if the server had marked them already. */
function withRead({ notices, unread }: NoticesBody, read: ReadNotices): NoticesBody {
  const { all = false, ids = [] } = read;
  if (all) return { notices: notices.map((each) => ({ ...each, read: true })), unread: 0 };
  const opened = notices.filter((each) => !each.read && ids.includes(each.id));
  return {
    notices: notices.map((each) => (opened.includes(each) ? { ...each, read: true } : each)),
    unread: unread - opened.length,
  };
}

const shownMail = {
  onQueryStarted: async (
    _: unknown,
    { dispatch, queryFulfilled }: { dispatch: AppDispatch; queryFulfilled: Promise<{ data: NewsMailBody }> },
  ) => {
    await queryFulfilled.then(
      ({ data }) => dispatch(api.util.upsertQueryData('getNewsMail', undefined, data)),
      () => undefined,
    );
  },
};

const noticesApi = api.enhanceEndpoints({
  endpoints: {
    readNotices: {
      onQueryStarted: async ({ readNotices: read }, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          api.util.updateQueryData('listNotices', LISTED, (body) => withRead(body, read)),
        );
        await queryFulfilled.then(
          ({ data }) => dispatch(api.util.upsertQueryData('listNotices', LISTED, data)),
          shown.undo,
        );
      },
    },
    saveNewsMail: shownMail,
    removeNewsMail: shownMail,
  },
});

export const {
  useListNoticesQuery,
  useReadNoticesMutation,
  useGetNewsMailQuery,
  useSaveNewsMailMutation,
  useRemoveNewsMailMutation,
  useConfirmNewsMailMutation,
  useStartNewsMailMutation,
  useStopNewsMailMutation,
} = noticesApi;
