/** Notices and their e-mails as the server answers them. */
import type { NewsMailBody, Notice, NoticesBody } from '@/shared/api/generated';

export const MONITOR_ID = '6f9619ff-8b86-4011-b42d-00cf4fc964ff';
export const RUN_KEY = '0f8fad5b-d9cb-469f-a165-70867728950e';

export function notice(changes: Partial<Notice> = {}): Notice {
  return {
    id: 'n1',
    kind: 'changes',
    monitor_id: MONITOR_ID,
    name: 'brewery · Bend, OR',
    session_key: RUN_KEY,
    new: 3,
    changed: 1,
    at: '2026-03-10T13:04:00Z',
    read: false,
    ...changes,
  };
}

export function noticesBody(notices: Notice[] = []): NoticesBody {
  return { notices, unread: notices.filter(({ read }) => !read).length };
}

export function mailBody(changes: Partial<NewsMailBody> = {}): NewsMailBody {
  return { can_mail: true, address: null, status: 'none', ...changes };
}
