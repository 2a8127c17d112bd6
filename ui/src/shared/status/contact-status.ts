/**
 * The status of a company, as lists and maps show it: one table of labels, letters and colours. Letters
 * stand beside colours, since red and green are alike to many eyes.
 */
import type { TagTone } from '@/shared/ui/Tag';

interface StatusLook {
  /** As on maps; lists have it in capitals. */
  label: string;
  letter: string;
  /** The marker's colour, the same in both schemes. */
  marker: string;
  tone: TagTone;
}

export const CONTACT_STATUSES = {
  not_contacted: { label: 'Not Contacted', letter: 'N', marker: '#c62828', tone: 'bad' },
  contacted: { label: 'Contacted', letter: 'C', marker: '#b85c00', tone: 'orange' },
  follow_up: { label: 'Follow Up', letter: 'F', marker: '#1f63c4', tone: 'info' },
  qualified: { label: 'Qualified', letter: 'Q', marker: '#1e7a45', tone: 'good' },
  proposal_sent: { label: 'Proposal Sent', letter: 'Q', marker: '#1e7a45', tone: 'good' },
  not_interested: { label: 'Not Interested', letter: 'X', marker: '#5f6a66', tone: 'neutral' },
  converted: { label: 'Converted', letter: '✓', marker: '#7a3fa6', tone: 'violet' },
  customer: { label: 'Customer', letter: '✓', marker: '#7a3fa6', tone: 'violet' },
} as const satisfies Record<string, StatusLook>;

export type ContactStatus = keyof typeof CONTACT_STATUSES;

/** In their order. */
export const STATUSES = Object.keys(CONTACT_STATUSES) as ContactStatus[];

/** The status that a record names; a missing or unknown one is 'not contacted'. */
export function contactStatus(value: unknown): ContactStatus {
  return typeof value === 'string' && Object.hasOwn(CONTACT_STATUSES, value)
    ? (value as ContactStatus)
    : 'not_contacted';
}

export function statusLook(value: unknown): StatusLook {
  return CONTACT_STATUSES[contactStatus(value)];
}
