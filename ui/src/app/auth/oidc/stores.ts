/**
 * The library's storage: the signed-in user in local storage while the session lasts; a sign-in in progress (state,
 * nonce, code verifier) in a cookie of one day.
 */
import type { StateStore } from 'oidc-client-ts';
import { keepStored, readStored, removeStored } from '@/shared/lib/browser-storage';
import { TRANSACTION_DAYS } from '../identity-provider';
import { readCookies, removeCookie, writeCookie } from '@/shared/lib/cookies';

const USERS = 'oidc_';
const TRANSACTIONS = 'oidc_transaction_';
/** Sign-ins in progress at once; each adds half a kilobyte to every request. */
const MOST_TRANSACTIONS = 4;

export const userStore: StateStore = {
  set: (key, value) => {
    keepStored(USERS + key, value);
    return Promise.resolve();
  },
  get: (key) => {
    const stored = readStored(USERS + key);
    return Promise.resolve(typeof stored === 'string' ? stored : null);
  },
  remove: async (key) => {
    const stored = await userStore.get(key);
    removeStored(USERS + key);
    return stored;
  },
  // The library wants them to clear old sign-ins; users are not among them.
  getAllKeys: () => Promise.resolve([]),
};

export const transactionStore: StateStore = {
  set: (key, value) => {
    const others = [...readCookies(TRANSACTIONS)].sort(([, one], [, other]) => begunAt(one) - begunAt(other));
    others.slice(0, Math.max(0, others.length - MOST_TRANSACTIONS + 1)).forEach(([name]) => {
      removeCookie(name);
    });
    writeCookie(TRANSACTIONS + key, value, TRANSACTION_DAYS);
    return Promise.resolve();
  },
  get: (key) => Promise.resolve(readCookies(TRANSACTIONS).get(TRANSACTIONS + key) ?? null),
  remove: async (key) => {
    const stored = await transactionStore.get(key);
    removeCookie(TRANSACTIONS + key);
    return stored;
  },
  getAllKeys: () =>
    Promise.resolve([...readCookies(TRANSACTIONS).keys()].map((name) => name.slice(TRANSACTIONS.length))),
};

/** The library's record of a sign-in in progress. */
interface Transaction {
  created?: number;
  request_type?: string;
}

export async function transactionOf(state: string): Promise<Transaction | null> {
  const stored = await transactionStore.get(state);
  return stored === null ? null : parsed(stored);
}

function begunAt(transaction: string): number {
  return parsed(transaction).created ?? 0;
}

function parsed(transaction: string): Transaction {
  try {
    return JSON.parse(transaction) as Transaction;
  } catch {
    return {};
  }
}
