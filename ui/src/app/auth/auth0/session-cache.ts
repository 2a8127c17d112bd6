import type { ICache } from '@auth0/auth0-react';
import { keepStored, readStored, removeStored, storedKeys } from '@/shared/lib/browser-storage';

/** Where the library keeps who is signed in: as its own `localstorage` does, in memory where that is forbidden. */
export const sessionCache: ICache = {
  set: keepStored,
  // The library names the type that it has written.
  get: ((key: string) => readStored(key) ?? undefined) as ICache['get'],
  remove: removeStored,
  allKeys: () => storedKeys('@@auth0spajs@@'),
};
