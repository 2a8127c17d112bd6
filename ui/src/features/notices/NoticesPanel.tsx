/** What the bell opens: the notices, newest first, and where e-mails about them go. */
import { Button, CloseButton, Group, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { formatDateTime } from '@/shared/lib/format';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { MailFoot } from './MailFoot';
import { noticePath, noticeText } from './notice-text';
import { LISTED, useListNoticesQuery, useReadNoticesMutation } from './notices-api';
import type { Notice } from '@/shared/api/generated';
import classes from './Notices.module.css';

/** Older ones are asked for anew when the bell is opened. */
const FRESH_S = 10;

export function NoticesPanel({ onLeave }: { onLeave: () => void }) {
  const query = useListNoticesQuery(LISTED, { refetchOnMountOrArgChange: FRESH_S });
  const [read, { isError: unmarked }] = useReadNoticesMutation();
  const { data, isError } = query;
  return (
    <>
      <Group className={classes.head} justify="space-between" wrap="nowrap" gap="xs">
        <Title order={2} size="h5" mr="auto">
          Notices
        </Title>
        <Button
          size="compact-sm"
          variant="subtle"
          {...ariaDisabled((data?.unread ?? 0) === 0)}
          onClick={() => {
            if (data !== undefined && data.unread > 0) void read({ readNotices: { all: true } });
          }}
        >
          Mark all read
        </Button>
        <CloseButton aria-label="Close the notices" onClick={onLeave} />
      </Group>
      {unmarked ? (
        <Text role="alert" size="sm" className={classes.line}>
          They could not be marked as read. Try again.
        </Text>
      ) : null}
      {data !== undefined ? (
        <NoticeList
          notices={data.notices}
          onOpen={({ id, read: before }) => {
            if (!before) void read({ readNotices: { ids: [id] } });
            onLeave();
          }}
        />
      ) : isError ? (
        <div className={classes.line}>
          <LoadFailure text="The notices could not be loaded." query={query} />
        </div>
      ) : (
        <Text role="status" size="sm" c="dimmed" className={classes.line}>
          Loading the notices...
        </Text>
      )}
      <MailFoot />
    </>
  );
}

interface NoticeListProps {
  notices: readonly Notice[];
  onOpen: (notice: Notice) => void;
}

function NoticeList({ notices, onOpen }: NoticeListProps) {
  if (notices.length === 0) {
    return (
      <Text size="sm" c="dimmed" className={classes.line}>
        No notices yet.
      </Text>
    );
  }
  return (
    <ul className={classes.list} aria-label="Notices">
      {notices.map((notice) => {
        const text = noticeText(notice);
        return (
          <li key={notice.id}>
            <Link
              to={noticePath(notice)}
              className={classes.notice}
              data-unread={!notice.read}
              onClick={() => {
                onOpen(notice);
              }}
            >
              {notice.read ? null : <span className={classes.heard}>Unread: </span>}
              <span className={classes.text} title={text}>
                {text}
              </span>
              <time className={classes.at} dateTime={notice.at}>
                {formatDateTime(notice.at)}
              </time>
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
