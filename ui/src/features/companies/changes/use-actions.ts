/** What can be done to companies, each with its way back. */
import {
  useRefreshSavedCompaniesMutation,
  useRemoveSavedCompaniesMutation,
  useRestoreSavedCompaniesMutation,
  useSetCompanyStatusesMutation,
  useSetFollowUpsMutation,
  useTagCompaniesMutation,
  type Changes,
} from '@/shared/companies/companies-api';
import { formatCounted, formatDate } from '@/shared/lib/format';
import { statusLook, type ContactStatus } from '@/shared/status/contact-status';
import type { BulkAction } from './use-bulk';

const companies = (count: number) => formatCounted(count, 'company', 'companies');

export interface Actions {
  setStatus: (status: ContactStatus) => BulkAction;
  addTag: (tag: string) => BulkAction;
  removeTag: (tag: string) => BulkAction;
  /** Null clears the day. */
  setFollowUp: (date: string | null) => BulkAction;
  remove: BulkAction;
  refresh: BulkAction;
}

export function useActions(): Actions {
  const [sendStatuses] = useSetCompanyStatusesMutation();
  const [sendDays] = useSetFollowUpsMutation();
  const [sendTags] = useTagCompaniesMutation();
  const [sendRemoval] = useRemoveSavedCompaniesMutation();
  const [sendRestoring] = useRestoreSavedCompaniesMutation();
  const [sendRefresh] = useRefreshSavedCompaniesMutation();

  const statuses = (ids: string[], statusOf: (id: string) => string): Promise<Changes> =>
    sendStatuses({
      statusChanges: { changes: ids.map((id) => ({ company_id: id, status: statusOf(id) })) },
    }).unwrap();
  const days = (ids: string[], dayOf: (id: string) => string | null): Promise<Changes> =>
    sendDays({
      followUpChanges: { changes: ids.map((id) => ({ company_id: id, date: dayOf(id) })) },
    }).unwrap();
  const tags = (ids: string[], changes: { add?: string[]; remove?: string[] }): Promise<Changes> =>
    sendTags({ tagChanges: { company_ids: ids, ...changes } }).unwrap();

  return {
    setStatus: (status) => ({
      send: (ids) => statuses(ids, () => status),
      done: (count) => `${companies(count)} set to ${statusLook(status).label}.`,
      undo: (ids, former) => statuses(ids, (id) => former[id] ?? 'not_contacted'),
    }),
    addTag: (tag) => ({
      send: (ids) => tags(ids, { add: [tag] }),
      done: (count) => `${companies(count)} tagged “${tag}”.`,
      undo: (ids) => tags(ids, { remove: [tag] }),
    }),
    removeTag: (tag) => ({
      send: (ids) => tags(ids, { remove: [tag] }),
      done: (count) => `Tag “${tag}” taken off ${companies(count)}.`,
      undo: (ids) => tags(ids, { add: [tag] }),
    }),
    setFollowUp: (date) => ({
      send: (ids) => days(ids, () => date),
      done: (count) =>
        date === null
          ? `Follow-up date cleared of ${companies(count)}.`
          : `Follow-up of ${companies(count)} on ${formatDate(date)}.`,
      undo: (ids, former) => days(ids, (id) => former[id] ?? null),
    }),
    remove: {
      send: (ids) => sendRemoval({ companyIds: { company_ids: ids } }).unwrap(),
      done: (count) => `Removed ${companies(count)}.`,
      undo: (ids) => sendRestoring({ companyIds: { company_ids: ids } }).unwrap(),
    },
    refresh: {
      send: (ids) => sendRefresh({ companyIds: { company_ids: ids } }).unwrap(),
      done: (count) =>
        count === 0
          ? 'No facts have changed. It cost nothing.'
          : `New facts for ${companies(count)}, ${formatCounted(count, 'credit')}.`,
    },
  };
}
