/** The calls for notices and e-mails, until the document has them. */
import { api } from './api';
import { TIME_LIMITS_MS } from './operations';

export type NoticeKind = 'changes' | 'budget_80' | 'budget_used' | 'paused';
export type PausedBy = 'user' | 'plan' | 'source' | 'failures';

export interface Notice {
  id: string;
  kind: NoticeKind;
  monitor_id: string;
  /** The monitor's: 'brewery · Bend, OR'. */
  name: string;
  /** The run that it is about. */
  session_key?: string | null;
  new?: number | null;
  changed?: number | null;
  gone?: number | null;
  /** Credits a month. */
  budget?: number | null;
  /** The day on which there are credits again. */
  goes_on?: string | null;
  paused_by?: PausedBy | null;
  at: string;
  read: boolean;
}

export interface NoticesBody {
  /** Newest first. */
  notices: Notice[];
  unread: number;
}

export type ReadNotices = { ids: string[] } | { all: true };

export type MailStatus = 'none' | 'waiting' | 'on' | 'off';

export interface MailBody {
  /** Whether the server sends e-mails at all. */
  can_mail: boolean;
  address: string | null;
  status: MailStatus;
}

export interface MailLink {
  what: 'confirm' | 'stop' | 'start';
  token: string;
}

export interface MailLinkBody {
  status: MailStatus;
}

const call = (name: string) => ({ operation: { name, timeoutMs: TIME_LIMITS_MS.jobs } });

export const noticeCalls = api.injectEndpoints({
  endpoints: (build) => ({
    listNotices: build.query<NoticesBody, number>({
      query: (limit) => ({ url: '/api/notices', params: { limit } }),
      extraOptions: call('loading the notices'),
    }),
    readNotices: build.mutation<NoticesBody, ReadNotices>({
      query: (body) => ({ url: '/api/notices/read', method: 'POST', body }),
      extraOptions: call('marking the notices'),
    }),
    getMail: build.query<MailBody, null>({
      query: () => ({ url: '/api/notices/mail' }),
      extraOptions: call('loading the e-mail settings'),
    }),
    setMail: build.mutation<MailBody, { address: string }>({
      query: (body) => ({ url: '/api/notices/mail', method: 'PUT', body }),
      extraOptions: call('sending the link'),
    }),
    removeMail: build.mutation<MailBody, null>({
      query: () => ({ url: '/api/notices/mail', method: 'DELETE' }),
      extraOptions: call('ending the e-mails'),
    }),
    followMailLink: build.mutation<MailLinkBody, MailLink>({
      query: ({ what, token }) => ({ url: `/api/mail/${what}`, method: 'POST', body: { token } }),
      extraOptions: { ...call('opening the link'), isPublic: true },
    }),
  }),
});
