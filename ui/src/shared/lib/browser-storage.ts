/**
 * The browser's storage as it really is: it can be full, forbidden or hold nonsense. Nothing here throws;
 * what it does not take is kept in memory, as long as the page is open.
 */
const memory = new Map<string, string>();

export function readStored(key: string): unknown {
  try {
    const text = memory.get(key) ?? localStorage.getItem(key);
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

/** Whether there was room. What stood under the key before is gone in any case. */
export function writeStored(key: string, value: unknown): boolean {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    memory.delete(key);
    return true;
  } catch {
    removeStored(key);
    memory.set(key, text);
    return false;
  }
}

/** Keeps what must outlive the page, such as a session: rows make room for it, which can be fetched again. */
export function keepStored(key: string, value: unknown): void {
  if (writeStored(key, value)) return;
  removeOurs([LOGIN_TIMESTAMP_KEY]);
  writeStored(key, value);
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden: then nothing is there either.
  }
}

/** All keys that begin like this. */
export function storedKeys(prefix: string): string[] {
  return [...new Set([...memory.keys(), ...storageKeys()])].filter((key) => key.startsWith(prefix));
}

/** When the first login of a session was. */
export const LOGIN_TIMESTAMP_KEY = 'demandatlas_login_timestamp';
/** Every key of the app begins like this. */
const OURS = 'demandatlas_';
/** What somebody chose for this browser, and names nobody: it stays when they sign out. */
const CHOICES = 'demandatlas_columns_';

/** Removes what a user leaves behind: rows, logs, sessions, the time of the login. */
export function removeUserData(): void {
  removeOurs([]);
}

function removeOurs(but: readonly string[]): void {
  storedKeys(OURS)
    .filter((key) => !key.startsWith(CHOICES) && !but.includes(key))
    .forEach(removeStored);
}

function storageKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
