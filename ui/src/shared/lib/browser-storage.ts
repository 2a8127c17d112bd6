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

/** What can be fetched again or be done without, in the order in which it makes room for what cannot. */
export const SPARE_KEYS = {
  rawResults: 'demandatlas_raw_results',
  results: 'demandatlas_results',
  statusLog: 'demandatlas_status_log',
} as const;

/** Keeps what must outlive the page, such as a session: rows and log make room for it. */
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
    // Storage is forbidden: then nothing is there either.
  }
}

/** All keys that begin like this. */
export function storedKeys(prefix: string): string[] {
  return [...new Set([...memory.keys(), ...storageKeys()])].filter((key) => key.startsWith(prefix));
}

/** What is typed in a tab and not sent yet: in the storage of that tab. */
export const DRAFT_KEY = 'demandatlas_draft';
/** When the first login of a session was. */
export const LOGIN_TIMESTAMP_KEY = 'demandatlas_login_timestamp';
/** Every key of the app begins like this. */
const OURS = 'demandatlas_';
/** What somebody chose for this browser, and names nobody: it stays when they sign out. */
const CHOICES = 'demandatlas_columns_';
/** What somebody wrote and is nowhere else stays too, under their id: nobody else is shown it. */
export const FILTERS_PREFIX = 'demandatlas_filters_';
export const NEXT_STEPS_PREFIX = 'demandatlas_next_steps_';
const STAYING = [CHOICES, FILTERS_PREFIX, NEXT_STEPS_PREFIX];

/** Removes what a user leaves behind: rows, logs, sessions, the time of the login. */
export function removeUserData(): void {
  storedKeys(OURS)
    .filter((key) => !STAYING.some((prefix) => key.startsWith(prefix)))
    .forEach(removeStored);
  try {
    sessionStorage.removeItem(DRAFT_KEY);
  } catch {
    // Storage is forbidden: then nothing is there either.
  }
}

function storageKeys(): string[] {
  try {
    return Object.keys(localStorage);
  } catch {
    return [];
  }
}
