/** Waits; throws the signal's reason as soon as it is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      window.clearTimeout(timer);
      reject(signal.reason as Error);
    };
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const timer = window.setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
  });
}
