/** The form of a business's record: what it offers, what is checked, and what of it somebody changed. */
import type { CrmBody, CrmForm } from '@/shared/api/generated';

/** What the form has. */
export type Crm = CrmBody['crmData'];

export const STATUSES = [
  'Account Untouched',
  'Contacted',
  'Qualified',
  'Proposal Sent',
  'Customer',
  'Not Interested',
] as const;
export const ACCOUNT_TYPES = ['Prospect', 'Customer', 'Partner', 'Lead'] as const;

export const EMPTY_CRM: Crm = {
  status: 'Account Untouched',
  accountType: 'Prospect',
  lastContactDate: '',
  mainPOC: '',
  email: '',
  notes: '',
};

export const FIELDS = ['status', 'accountType', 'lastContactDate', 'mainPOC', 'email', 'notes'] as const;
export type CrmField = (typeof FIELDS)[number];

/** What was typed, and what stood in the field when it was first typed over. */
export type Typed = Partial<Record<CrmField, { text: string; over: string } | undefined>>;

function typedFields(typed: Typed) {
  return FIELDS.flatMap((field) => {
    const one = typed[field];
    return one === undefined ? [] : [{ field, ...one }];
  });
}

/** A field that is as it was before is not typed over any more; one in question stays so until that is decided. */
export function typedOver(typed: Typed, field: CrmField, text: string, stored: Crm): Typed {
  const over = typed[field]?.over ?? stored[field];
  return { ...typed, [field]: text === over && over === stored[field] ? undefined : { text, over } };
}

/** The form as it stands on the page. */
export function draftOf(typed: Typed, stored: Crm): Crm {
  return { ...stored, ...Object.fromEntries(typedFields(typed).map(({ field, text }) => [field, text])) };
}

/** What differs from what is stored; only that is sent, so that nothing else is overwritten. */
export function changesOf(typed: Typed, stored: Crm): CrmForm {
  const changed = typedFields(typed).filter(({ field, text }) => differ(text, stored[field]));
  return Object.fromEntries(changed.map(({ field, text }) => [field, text]));
}

/** Where somebody else has changed what was typed over, to something else. */
export function clashes(typed: Typed, stored: Crm): CrmField[] {
  return typedFields(typed)
    .filter(({ field, text, over }) => differ(over, stored[field]) && differ(text, stored[field]))
    .map(({ field }) => field);
}

/** The server takes spaces around a text away. */
function differ(one: string, other: string): boolean {
  return one.trim() !== other.trim();
}

/** What `was` typed over something else stands over `stored` now. */
export function rebased(typed: Typed, was: Typed, stored: Crm): Typed {
  const moved = typedFields(typed).filter(({ field }) => was[field] !== undefined);
  return {
    ...typed,
    ...Object.fromEntries(moved.map(({ field, text }) => [field, { text, over: stored[field] }])),
  };
}

export function without(typed: Typed, fields: readonly CrmField[]): Typed {
  return { ...typed, ...Object.fromEntries(fields.map((field) => [field, undefined])) };
}

interface Save {
  /** What was typed when it began, and what was stored. */
  typed: Typed;
  stored: Crm;
}

/** After a save: what was typed while it was under way stays typed, and what was taken back stays taken back. */
export function typedSince(now: Typed, save: Save, answer: Crm): Typed {
  const since = typedFields(save.typed).map(({ field, text: sent }) => {
    const text = now[field]?.text ?? save.stored[field];
    return [field, text === sent ? undefined : { text, over: answer[field] }];
  });
  return { ...now, ...(Object.fromEntries(since) as Typed) };
}

export const CRM_LABELS: Record<CrmField, string> = {
  status: 'Status',
  accountType: 'Account Type',
  lastContactDate: 'Last Contact Date',
  mainPOC: 'Main Point of Contact',
  email: 'Email',
  notes: 'Notes',
};

/** Beside the form: the server keeps it apart. */
export const FOLLOW_UP = 'followUp';
export type RecordField = CrmField | typeof FOLLOW_UP;
export const FOLLOW_UP_LABEL = 'Follow-up date';

/** The statuses to choose from: one that was set elsewhere stays one until another is saved. */
export function statusChoices(stored: string, chosen: string): string[] {
  return [...new Set([...STATUSES, stored, chosen])];
}

/** As lists and maps know it: 'Proposal Sent' is 'proposal_sent' there. */
export function contactStatusOf(status: string): string {
  return status.toLowerCase().replaceAll(' ', '_');
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Why an e-mail address cannot be saved; null where it can. */
export function emailProblem(email: string): string | null {
  const text = email.trim();
  return text === '' || EMAIL.test(text)
    ? null
    : 'Please enter a valid e-mail address, such as name@example.com';
}
