import { expect, it, vi } from 'vitest';
import { FILTERS_PREFIX, writeStored } from './browser-storage';
import { forgetWritten, hearWritten, writtenKey } from './written';

const stored = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

it('what was kept under keys of before is removed, what is kept now stays', async () => {
  const kept = [writtenKey(FILTERS_PREFIX, 'ada', 'companies'), 'demandatlas_columns_companies_1a2b'];
  for (const key of [...kept, 'demandatlas_filters_companies_1a2b', 'demandatlas_next_steps_ada_session_0'])
    localStorage.setItem(key, '[]');
  vi.resetModules();
  await import('./written');
  expect(Object.keys(localStorage).sort()).toEqual(kept.sort());
});

it('what another tab stores is heard where it is meant, what is cleared or erased everywhere', () => {
  const changed = vi.fn();
  const stop = hearWritten('demandatlas_filters_ada', changed);
  stored('demandatlas_results');
  stored('demandatlas_filters_eve_companies');
  expect(changed).not.toHaveBeenCalled();
  stored('demandatlas_filters_ada_companies');
  expect(changed).toHaveBeenCalledTimes(1);
  stored(null);
  expect(changed).toHaveBeenCalledTimes(2);
  writeStored('demandatlas_filters_ada_companies', []);
  forgetWritten('ada');
  expect(changed).toHaveBeenCalledTimes(3);
  stop();
  stored(null);
  forgetWritten('ada');
  expect(changed).toHaveBeenCalledTimes(3);
});
