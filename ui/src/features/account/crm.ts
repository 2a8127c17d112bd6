/** The form of a business's record: what it offers, what is checked, and what of it somebody changed. */
import type { CrmBody, CrmForm } from '@/shared/api/generated';

/** The form as it stands on the page. */
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

/** A field that is as it was before is not typed over any more. */
export function typedOver(typed: Typed, field: CrmField, text: string, stored: Crm): Typed {
  const over = typed[field]?.over ?? stored[field];
  return { ...typed, [field]: text === over ? undefined : { text, over } };
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
export const FOLLOW_UP_LABEL = 'Follow-up date';

/** The statuses to choose from: one that was set elsewhere stays one until another is chosen. */
export function statusChoices(current: string): string[] {
  const offered: readonly string[] = STATUSES;
  return offered.includes(current) ? [...STATUSES] : [...STATUSES, current];
}

/** What differs from what is stored; only that is sent, so that nothing else is overwritten. */
export function changedFields(draft: Crm, stored: Crm): CrmField[] {
  return FIELDS.filter((field) => draft[field] !== stored[field]);
}

export function changesOf(draft: Crm, stored: Crm): CrmForm {
  return Object.fromEntries(changedFields(draft, stored).map((field) => [field, draft[field]]));
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Why an e-mail address cannot be saved; null where it can. */
export function emailProblem(email: string): string | null {
  const text = email.trim();
  return text === '' || EMAIL.test(text)
    ? null
    : 'Please enter a valid e-mail address, such as name@example.com';
}
