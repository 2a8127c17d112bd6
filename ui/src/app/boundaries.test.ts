import { describe, expect, it, vi } from 'vitest';
import { loadFailure } from './boundaries';

describe('what is said of a page that does not come', () => {
  it.each([
    'Failed to fetch dynamically imported module: http://x/assets/HistoryPage-1.js',
    'error loading dynamically imported module: http://x/assets/HistoryPage-1.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/HistoryPage-1.css',
  ])('SHL-03: it could not be loaded (%s)', (message) => {
    expect(loadFailure(new TypeError(message)).title).toBe('This page could not be loaded');
  });

  it('SHL-03: offline, the connection is named, not the server', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { message } = loadFailure(new TypeError('Importing a module script failed.'));
    expect(message).toMatch(/You are offline/);
    expect(message).not.toMatch(/server/);
  });

  it('SHL-03: a page that breaks is not said to be unreachable', () => {
    expect(loadFailure(new Error('x is undefined')).title).toBe('This page could not be shown');
    expect(loadFailure('odd').title).toBe('This page could not be shown');
  });
});
