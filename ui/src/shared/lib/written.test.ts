import { expect, it, vi } from 'vitest';
import { writeStored } from './browser-storage';
import { forgetWritten, hearWritten } from './written';

const stored = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

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
