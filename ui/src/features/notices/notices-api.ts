/** What the calls for notices and e-mails answer is shown at once. */
import { noticeCalls, type MailBody, type NoticesBody, type ReadNotices } from '@/shared/api/notice-calls';
import type { AppDispatch } from '@/shared/api/store';

/** The most that are listed. */
export const MOST_LISTED = 50;

/** As if the server had marked them already. */
function withRead({ notices, unread }: NoticesBody, read: ReadNotices): NoticesBody {
  if ('all' in read) return { notices: notices.map((each) => ({ ...each, read: true })), unread: 0 };
  const opened = notices.filter((each) => !each.read && read.ids.includes(each.id));
  return {
    notices: notices.map((each) => (opened.includes(each) ? { ...each, read: true } : each)),
    unread: unread - opened.length,
  };
}

const shownMail = {
  onQueryStarted: async (
    _: unknown,
    { dispatch, queryFulfilled }: { dispatch: AppDispatch; queryFulfilled: Promise<{ data: MailBody }> },
  ) => {
    await queryFulfilled.then(
      ({ data }) => dispatch(noticeCalls.util.upsertQueryData('getMail', null, data)),
      () => undefined,
    );
  },
};

const noticesApi = noticeCalls.enhanceEndpoints({
  endpoints: {
    readNotices: {
      onQueryStarted: async (read, { dispatch, queryFulfilled }) => {
        const shown = dispatch(
          noticeCalls.util.updateQueryData('listNotices', MOST_LISTED, (body) => withRead(body, read)),
        );
        await queryFulfilled.then(
          ({ data }) => dispatch(noticeCalls.util.upsertQueryData('listNotices', MOST_LISTED, data)),
          shown.undo,
        );
      },
    },
    setMail: shownMail,
    removeMail: shownMail,
  },
});

export const {
  useListNoticesQuery,
  useGetMailQuery,
  useReadNoticesMutation,
  useSetMailMutation,
  useRemoveMailMutation,
  useFollowMailLinkMutation,
} = noticesApi;
