/** The form of a business's record: what is checked, and what of it somebody changed. The server describes its fields. */
import type { CrmField, CrmForm } from '@/shared/api/generated';

/** The texts of the form by the keys of its fields. */
export type Crm = Readonly<Record<string, string>>;

/** What was typed, and what stood in the field when it was first typed over. */
export type Typed = Readonly<Record<string, { text: string; over: string } | undefined>>;

function typedFields(typed: Typed) {
  return Object.entries(typed).flatMap(([field, one]) => (one === undefined ? [] : [{ field, ...one }]));
}

/** The text of a field; empty while nothing is known. */
export function textOf(crm: Crm, field: string): string {
  return crm[field] ?? '';
}

/** A field that is as it was before is not typed over any more; one in question stays so until that is decided. */
export function typedOver(typed: Typed, field: string, text: string, stored: Crm): Typed {
  const over = typed[field]?.over ?? textOf(stored, field);
  return { ...typed, [field]: text === over && over === textOf(stored, field) ? undefined : { text, over } };
}

/** The form as it stands on the page. */
export function draftOf(typed: Typed, stored: Crm): Crm {
  return { ...stored, ...Object.fromEntries(typedFields(typed).map(({ field, text }) => [field, text])) };
}

/** What differs from what is stored; only that is sent, so that nothing else is overwritten. */
export function changesOf(typed: Typed, stored: Crm): CrmForm {
  const changed = typedFields(typed).filter(({ field, text }) => differ(text, textOf(stored, field)));
  return Object.fromEntries(changed.map(({ field, text }) => [field, text]));
}

/** Where somebody else has changed what was typed over, to something else. */
export function clashes(typed: Typed, stored: Crm): string[] {
  return typedFields(typed)
    .filter(
      ({ field, text, over }) => differ(over, textOf(stored, field)) && differ(text, textOf(stored, field)),
    )
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
    ...Object.fromEntries(moved.map(({ field, text }) => [field, { text, over: textOf(stored, field) }])),
  };
}

export function without(typed: Typed, fields: readonly string[]): Typed {
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
    const text = now[field]?.text ?? textOf(save.stored, field);
    return [field, text === sent ? undefined : { text, over: textOf(answer, field) }];
  });
  return { ...now, ...(Object.fromEntries(since) as Typed) };
}

/** Beside the form: the server keeps it apart. */
export const FOLLOW_UP = 'followUp';
export const FOLLOW_UP_LABEL = 'Follow-up date';

/** What stands in Notes; all else in Account Details. */
export function isNotes({ kind }: CrmField): boolean {
  return kind === 'text';
}

/** The label of a field; one that a newer server has is said as it is. */
export function crmLabel(fields: readonly CrmField[], key: string): string {
  return fields.find((field) => field.key === key)?.label ?? key;
}

/** What to choose from: what was set elsewhere stays a choice until another is saved. */
export function choicesFor({ choices = [] }: CrmField, ...texts: string[]): string[] {
  return [...new Set([...choices, ...texts])];
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/** Why a text cannot be saved; null where it can. */
export function problemOf({ kind }: CrmField, typed: string): string | null {
  const text = typed.trim();
  return kind !== 'email' || text === '' || EMAIL.test(text)
    ? null
    : 'Please enter a valid e-mail address, such as name@example.com';
}
