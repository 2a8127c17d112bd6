/**
 * The browser's storage can be full, forbidden or contain nonsense. Nothing here throws; what it refuses is kept in
 * memory while the page is open.
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

/** Returns whether there was room. The key's previous value is gone either way. */
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

/** What can be fetched again or done without, in the order in which it makes room for other things. */
export const SPARE_KEYS = {
  rawResults: 'demandatlas_raw_results',
  results: 'demandatlas_results',
  statusLog: 'demandatlas_status_log',
} as const;

/** Stores what must outlive the page, such as a session: rows and log make room for it. */
export function keepStored(key: string, value: unknown): void {
  if (writeStored(key, value)) return;
  for (const spare of Object.values(SPARE_KEYS)) {
    if (spare === key || !storageKeys().includes(spare)) continue;
    removeStored(spare);
    if (writeStored(key, value)) return;
  }
}

export function removeStored(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}

/** All keys with this prefix. */
export function storedKeys(prefix: string): string[] {
  return [...new Set([...memory.keys(), ...storageKeys()])].filter((key) => key.startsWith(prefix));
}

/** What is typed in a tab and not sent yet, in that tab's storage. */
export const DRAFT_KEY = 'demandatlas_draft';
/** The time of a session's first login. */
export const LOGIN_TIMESTAMP_KEY = 'demandatlas_login_timestamp';
/** The prefix of all keys of the app. */
const OURS = 'demandatlas_';
/** Choices for this browser that identify nobody: they survive signing out. */
const CHOICES = 'demandatlas_columns_';
/** What a user wrote and is stored nowhere else also survives, under their id: nobody else sees it. */
export const FILTERS_PREFIX = 'demandatlas_filters_';
export const NEXT_STEPS_PREFIX = 'demandatlas_next_steps_';
const STAYING = [CHOICES, FILTERS_PREFIX, NEXT_STEPS_PREFIX];

/** Removes what a user leaves behind: rows, logs, sessions, the login time. */
export function removeUserData(): void {
  storedKeys(OURS)
    .filter((key) => !STAYING.some((prefix) => key.startsWith(prefix)))
    .forEach(removeStored);
  try {
    sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // Storage is forbidden, so nothing is stored.
  }
}

function storageKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
