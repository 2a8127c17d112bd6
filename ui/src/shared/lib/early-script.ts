import { lazy, type ComponentType } from 'react';

/**
 * A script that may be asked for before anything of it is drawn. Once it is there its components are drawn at once:
 * React keeps the fallback of a `lazy` one for 300 ms, however soon that comes.
 */
export function earlyScript<Module>(load: () => Promise<Module>) {
  let loaded: Module | undefined;
  let asked: Promise<Module> | undefined;
  const come = () => {
    asked ??= load().then(
      (module) => (loaded = module),
      (failure: unknown) => {
        asked = undefined;
        throw failure;
      },
    );
    return asked;
  };
  return {
    /** Asks for it. Where it does not come, whatever draws its components hears of it. */
    ask: () => {
      come().catch(() => undefined);
    },
    component: <Props extends object>(pick: (module: Module) => ComponentType<Props>) =>
      lazy(() => {
        if (loaded !== undefined) return atOnce({ default: pick(loaded) });
        return come().then((module) => ({ default: pick(module) }));
      }),
  };
}

/** A promise that calls back before its `then` returns, which tells React that nothing has to be waited for. */
function atOnce<Value>(value: Value) {
  const then = (done: (value: Value) => unknown) => {
    done(value);
  };
  return { then } as unknown as Promise<Value>;
}
