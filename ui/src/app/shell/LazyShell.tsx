/** The frame of signed-in pages, which visitors do not download. */
import { lazy, Suspense } from 'react';
import { isVisitor } from '../auth/visitor';
import { FirstScreen } from '../FirstScreen';

const load = async () => ({ default: (await import('./Shell')).Shell });
// Asked for at once where somebody has been signed in, not only when that is certain.
const early = isVisitor() ? null : load();
// Only early: what fails here is asked for anew.
early?.catch(() => undefined);
const Shell = lazy(async () => (await early?.catch(() => undefined)) ?? load());

export function LazyShell() {
  return (
    <Suspense fallback={<FirstScreen />}>
      <Shell />
    </Suspense>
  );
}
