import { expect, it, vi } from 'vitest';
import { writeStored } from './browser-storage';
import { removeNotes, onNotesChange } from './local-notes';

const stored = (key: string | null) => window.dispatchEvent(new StorageEvent('storage', { key }));

it('what another tab stores is heard where it is meant, what is cleared or erased everywhere', () => {
  const changed = vi.fn();
  const stop = onNotesChange('demandatlas_filters_ada', changed);
  stored('demandatlas_results');
  stored('demandatlas_filters_eve_companies');
  expect(changed).not.toHaveBeenCalled();
  stored('demandatlas_filters_ada_companies');
  expect(changed).toHaveBeenCalledTimes(1);
  stored(null);
  expect(changed).toHaveBeenCalledTimes(2);
  writeStored('demandatlas_filters_ada_companies', []);
  removeNotes('ada');
  expect(changed).toHaveBeenCalledTimes(3);
  stop();
  stored(null);
  removeNotes('ada');
  expect(changed).toHaveBeenCalledTimes(3);
});
