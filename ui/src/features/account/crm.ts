/** The form of a business's record: its checks, and which fields were changed. The server describes the fields. */
import type { CrmField, CrmForm } from '@/shared/api/generated';

/** The form's texts by field key. */
export type Crm = Readonly<Record<string, string>>;

/** What was typed, and what was in the field when typing began. */
export type Typed = Readonly<Record<string, { text: string; over: string } | undefined>>;

export function typedFields(typed: Typed) {
  return Object.entries(typed).flatMap(([field, one]) => (one === undefined ? [] : [{ field, ...one }]));
}

export function textOf(crm: Crm, field: string): string {
  return crm[field] ?? '';
}

/** A field back at its old text no longer counts as typed over; one in question does until that is decided. */
export function typedOver(typed: Typed, field: string, text: string, stored: Crm): Typed {
  const over = typed[field]?.over ?? textOf(stored, field);
  return { ...typed, [field]: text === over && over === textOf(stored, field) ? undefined : { text, over } };
}

export function draftOf(typed: Typed, stored: Crm): Crm {
  return { ...stored, ...Object.fromEntries(typedFields(typed).map(({ field, text }) => [field, text])) };
}

/** The differences to what is stored: only these are sent, so that nothing else is overwritten. */
export function changesOf(typed: Typed, stored: Crm): CrmForm {
  const changed = typedFields(typed).filter(({ field, text }) => differ(text, textOf(stored, field)));
  return Object.fromEntries(changed.map(({ field, text }) => [field, text]));
}

/** The server trims texts. */
export function differ(one: string, other: string): boolean {
  return one.trim() !== other.trim();
}

interface Save {
  /** What was typed when it started, and what was stored. */
  typed: Typed;
  stored: Crm;
}

/** After a save: what was typed or undone while it ran stays so. */
export function typedSince(now: Typed, save: Save, answer: Crm): Typed {
  const since = typedFields(save.typed).map(({ field, text: sent }) => {
    const text = now[field]?.text ?? textOf(save.stored, field);
    return [field, text === sent ? undefined : { text, over: textOf(answer, field) }];
  });
  return { ...now, ...(Object.fromEntries(since) as Typed) };
}

/** Not part of the form: the server keeps it apart. */
export const FOLLOW_UP = 'followUp';
export const FOLLOW_UP_LABEL = 'Follow-up date';

/** Shown in Notes; all others in Account Details. */
export function isNotes({ kind }: CrmField): boolean {
  return kind === 'text';
}

/** A field only a newer server knows is named by its key. */
export function crmLabel(fields: readonly CrmField[], key: string): string {
  return fields.find((field) => field.key === key)?.label ?? key;
}

/** The choices, including a value set elsewhere until another is saved. */
export function choicesFor({ choices = [] }: CrmField, ...texts: string[]): string[] {
  return [...new Set([...choices, ...texts])];
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Why a text cannot be saved; null if it can. */
export function problemOf({ kind }: CrmField, typed: string): string | null {
  const text = typed.trim();
  return kind !== 'email' || text === '' || EMAIL.test(text)
    ? null
    : 'Please enter a valid e-mail address, such as name@example.com';
}
