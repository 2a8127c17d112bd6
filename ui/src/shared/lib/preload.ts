import { lazy, type ComponentType } from 'react';

/**
 * A script that can be preloaded before any of it renders. Once loaded, its components render at once: React shows
 * the fallback of a `lazy` component for at least 300 ms.
 */
export function preload<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  let fetching: Promise<Module> | undefined;
  const fetchOnce = () => {
    fetching ??= load().then(
      (module) => (loaded = module),
      (failure: unknown) => {
        fetching = undefined;
        throw failure;
      },
    );
    return fetching;
  };
  return {
    /** Starts loading. A failure is reported by whatever renders its components. */
    ask: () => {
      fetchOnce().catch(() => undefined);
    },
    component: <Props extends object>(pick: (module: Module) => ComponentType<Props>) =>
      lazy(() => {
        if (loaded !== undefined) return atOnce({ default: pick(loaded) });
        return fetchOnce().then((module) => ({ default: pick(module) }));
      }),
  };
}

/** A thenable that calls back synchronously, so that React does not suspend. */
function atOnce<Value>(value: Value) {
  const then = (done: (value: Value) => unknown) => {
    done(value);
  };
  return { then } as unknown as Promise<Value>;
}
