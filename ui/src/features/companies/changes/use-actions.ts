/** The actions on companies, each with its undo. */
import { errorDetail } from '@/shared/api/api-error';
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

/** Several answers as one. */
function together(answers: readonly Changes[]): Changes {
  return {
    success: answers.every(({ success }) => success),
    changed: answers.flatMap(({ changed }) => changed),
    failed: answers.flatMap(({ failed }) => failed),
    unchanged: answers.reduce((sum, { unchanged }) => sum + unchanged, 0),
  };
}

/** One call after another. Once one has changed something, the failure of a later one is reported by name. */
async function inTurn(
  parts: readonly string[][],
  send: (ids: string[]) => Promise<Changes>,
): Promise<Changes> {
  const done: Changes[] = [];
  for (const ids of parts) {
    try {
      done.push(await send(ids));
    } catch (failure) {
      if (done.length === 0) throw failure;
      const message = errorDetail(failure);
      const failed = ids.map((id) => ({ company_id: id, message }));
      done.push({ success: false, changed: [], failed, unchanged: 0 });
    }
  }
  return together(done);
}

const companies = (count: number) => formatCounted(count, 'company', 'companies');

export interface Actions {
  setStatus: (status: ContactStatus) => BulkAction;
  addTag: (tag: string) => BulkAction;
  /** Undo restores each company's spelling of the tag. */
  removeTag: (tag: string, spellingOf: (id: string) => string) => BulkAction;
  /** Null clears the date. */
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
    removeTag: (tag, spellingOf) => {
      const spelled = new Map<string, string>();
      return {
        send: (ids) => {
          for (const id of ids) spelled.set(id, spellingOf(id));
          return tags(ids, { remove: [tag] });
        },
        done: (count) => `Removed the tag “${tag}” from ${companies(count)}.`,
        undo: (ids) => {
          const formerly = (id: string) => spelled.get(id) ?? tag;
          const spellings = new Set(ids.map(formerly));
          return inTurn(
            [...spellings].map((spelling) => ids.filter((id) => formerly(id) === spelling)),
            (those) => tags(those, { add: [formerly(those[0] ?? '')] }),
          );
        },
      };
    },
    setFollowUp: (date) => ({
      send: (ids) => days(ids, () => date),
      done: (count) =>
        date === null
          ? `Cleared the follow-up date of ${companies(count)}.`
          : `Set the follow-up date of ${companies(count)} to ${formatDate(date)}.`,
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
