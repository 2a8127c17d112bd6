import type { JobBody } from '@/shared/api/generated';
import type { SessionStatus } from './job-view';

export const EXPIRES_AFTER_MS = 24 * 60 * 60 * 1000;
const RESUMABLE: readonly SessionStatus[] = ['active', 'running', 'paused', 'enriching'];

/** A session can be resumed for 24 hours after its last event. */
export function isResumable(status: SessionStatus, { updated_at: updatedAt }: JobBody, now: number): boolean {
  return RESUMABLE.includes(status) && now - Date.parse(updatedAt) < EXPIRES_AFTER_MS;
}
