/**
 * How lists and maps show a company's status: one table of labels, letters and colors. Letters accompany colors,
 * since red and green look alike to many.
 */
import type { ContactStatus } from '@/shared/api/generated';
import type { TagTone } from '@/shared/ui/Tag';

export type { ContactStatus };

interface StatusLook {
  /** As on maps; lists use capitals. */
  label: string;
  letter: string;
  /** The marker's color, the same in both schemes. */
  marker: string;
  tone: TagTone;
}

/** In menu order. */
const LOOKS: Record<ContactStatus, StatusLook> = {
  not_contacted: { label: 'Not Contacted', letter: 'N', marker: '#c62828', tone: 'bad' },
  contacted: { label: 'Contacted', letter: 'C', marker: '#b85c00', tone: 'orange' },
  follow_up: { label: 'Follow Up', letter: 'F', marker: '#1f63c4', tone: 'info' },
  qualified: { label: 'Qualified', letter: 'Q', marker: '#1e7a45', tone: 'good' },
  proposal_sent: { label: 'Proposal Sent', letter: 'Q', marker: '#1e7a45', tone: 'good' },
  not_interested: { label: 'Not Interested', letter: 'X', marker: '#5f6a66', tone: 'neutral' },
  converted: { label: 'Converted', letter: '✓', marker: '#7a3fa6', tone: 'violet' },
  customer: { label: 'Customer', letter: '✓', marker: '#7a3fa6', tone: 'violet' },
};

export const STATUSES = Object.keys(LOOKS) as ContactStatus[];

export function isContactStatus(text: unknown): text is ContactStatus {
  return typeof text === 'string' && Object.hasOwn(LOOKS, text);
}

/** A missing or unknown status shows as not contacted (MYCO-05). The server sends neither. */
export function contactStatus(text: unknown): ContactStatus {
  return isContactStatus(text) ? text : 'not_contacted';
}

export function statusLook(status: ContactStatus): StatusLook {
  return LOOKS[contactStatus(status)];
}
