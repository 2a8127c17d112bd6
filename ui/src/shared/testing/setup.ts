/** What jsdom lacks and Mantine needs, and a clean browser for every test. */
import '@testing-library/jest-dom/vitest';
import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, beforeEach, vi } from 'vitest';
import { provideAccessToken } from '@/shared/auth/access-token';
import { server } from './server';
import { onDesktop } from './viewport';

// Generous, for busy machines; nothing waits longer than it must.
configure({ asyncUtilTimeout: 60_000 });

class ResizeObserverStub implements ResizeObserver {
  observe() {
    // jsdom has no layout, so nothing is ever resized.
  }
  unobserve() {
    // See observe.
  }
  disconnect() {
    // See observe.
  }
}

beforeAll(() => {
  server.listen({ onUnhandledRequest: 'error' });
});

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', ResizeObserverStub);
  onDesktop();
  // The virtualized table renders what fits in its box.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(1200);
  Element.prototype.scrollTo = () => undefined;
  Element.prototype.scrollIntoView = () => undefined;
});

afterEach(() => {
  cleanup();
  server.resetHandlers();
  provideAccessToken(null);
  localStorage.clear();
  sessionStorage.clear();
  vi.useRealTimers();
});

afterAll(() => {
  server.close();
});
