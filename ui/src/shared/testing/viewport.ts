import { vi } from 'vitest';

/** `matchMedia` on a desktop: nothing is narrow, coarse, dark or reduced. */
export function stubViewport(matches: (query: string) => boolean): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches(query),
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    addListener: () => undefined,
    removeListener: () => undefined,
    dispatchEvent: () => false,
  }));
}

export function onDesktop(): void {
  stubViewport(() => false);
}

/** A phone of 390 px. */
export function onPhone(): void {
  stubViewport((query) => {
    const [, limit = '0'] = /max-width:\s*([\d.]+)em/.exec(query) ?? [];
    return Number(limit) * 16 >= 390;
  });
}
