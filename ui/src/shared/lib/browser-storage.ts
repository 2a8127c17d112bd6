/**
 * The browser's storage as it really is: it can be full, forbidden or hold nonsense. Nothing here throws;
 * what cannot be kept is forgotten with the page.
 */
export function readStored(key: string): unknown {
  try {
    const text = localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether there was room. What stood under the key before is gone in any case. */
export function writeStored(key: string, value: unknown): boolean {
  try {
    localStorage.setItem(key, JSON.stringify(value));
    return true;
  } catch {
    removeStored(key);
    return false;
  }
}

export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: then nothing is there either.
  }
}

/** Every key of the app begins like this. */
const OURS = 'demandatlas_';
/** What somebody chose for this browser, and names nobody: it stays when they sign out. */
const CHOICES = 'demandatlas_columns_';

/** Removes what a user leaves behind: rows, logs, sessions, the time of the login. */
export function removeUserData(): void {
  try {
    Object.keys(localStorage)
      .filter((key) => key.startsWith(OURS) && !key.startsWith(CHOICES))
      .forEach(removeStored);
  } catch {
    // Storage is forbidden: then nothing is there either.
  }
}
