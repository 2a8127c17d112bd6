/**
 * What survives the redirect to the identity provider and back, in this tab only. If storage is forbidden, the home
 * page is wanted and no reason is shown.
 */
import { safePath } from '@/shared/lib/safe-path';

const WANTED = 'demandatlas_wanted_page';
const ENDED = 'demandatlas_session_ended';

/** The page that signing in should lead to. */
export function noteWanted(page: string): void {
  write(WANTED, page);
}

/** The wanted page, also if the provider or the redirect failed. */
export function wantedPage(): string {
  return safePath(read(WANTED));
}

/** Why the session ended, for the login page. */
export function noteEnded(why: string | null): void {
  write(ENDED, why);
}

export function endedBecause(): string | null {
  return read(ENDED);
}

export function forgetNotes(): void {
  write(WANTED, null);
  write(ENDED, null);
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, text);
  } catch {
    // Forbidden or full.
  }
}
