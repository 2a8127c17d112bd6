/**
 * What outlives the way to the identity provider and back, in this tab alone. A browser that forbids it forgets: then
 * the home page is wanted, and nothing is told.
 */
import { safePath } from '@/shared/lib/safe-path';

const WANTED = 'demandatlas_wanted_page';
const ENDED = 'demandatlas_session_ended';

/** Notes the page that signing in is to lead to. */
export function noteWanted(page: string): void {
  write(WANTED, page);
}

/** The page that was wanted, also where the provider or the way to it failed. */
export function wantedPage(): string {
  return safePath(read(WANTED));
}

/** Notes why the session ended, for the login page. */
export function noteEnded(why: string | null): void {
  write(ENDED, why);
}

export function endedBecause(): string | null {
  return read(ENDED);
}

/** Somebody has just signed in: nothing of that is of use any more. */
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
