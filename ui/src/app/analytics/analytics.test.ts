import { createMemoryRouter } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { countPageViews, analyticsOf } from './analytics';

const CONFIG = { script: 'https://count.example/tag.js?id=A-1', id: 'A-1' };

const scripts = () => [...document.querySelectorAll('script')].map(({ src }) => src);
const told = () =>
  ((window as { dataLayer?: IArguments[] }).dataLayer ?? []).map((command) => [...command] as unknown[]);

afterEach(() => {
  document.head.replaceChildren();
  delete (window as { dataLayer?: unknown }).dataLayer;
});

describe('AUTH-13: analytics', () => {
  it('AUTH-13: configured, it loads the named script and tells it of page views and logins', () => {
    const analytics = analyticsOf(CONFIG);
    analytics.pageView({ pattern: '/account/:sessionKey/:rowIdx', title: 'Account' });
    analytics.login();
    expect(analyticsOf(CONFIG)).toBe(analytics);
    expect(scripts()).toEqual([CONFIG.script]);
    expect(told().map(([kind, name]) => [kind, name])).toEqual([
      ['js', expect.any(Date)],
      ['config', 'A-1'],
      ['event', 'page_view'],
      ['event', 'login'],
    ]);
    expect(told()[1]?.[2]).toMatchObject({ send_page_view: false });
    expect(told()[2]?.[2]).toMatchObject({
      page_path: '/account/:sessionKey/:rowIdx',
      page_location: 'http://localhost:3000/account/:sessionKey/:rowIdx',
    });
  });

  it('AUTH-13: a page view for each change of route, without ids and queries', async () => {
    const element = null;
    const router = createMemoryRouter(
      [
        { path: '/', element, handle: { title: 'Home' } },
        { path: '/account/:sessionKey/:rowIdx', element, handle: { title: 'Account' } },
      ],
      { initialEntries: ['/?code=secret'] },
    );
    const pageView = vi.fn();
    const stop = countPageViews(router, { pageView, login: vi.fn() });
    await router.navigate('/account/s3cret/4?from=list');
    await router.navigate('/account/s3cret/4?from=map');
    await router.navigate('/');
    stop();
    await router.navigate('/account/s3cret/4');
    expect(pageView.mock.calls.map(([page]) => (page as { pattern: string }).pattern)).toEqual([
      '/',
      '/account/:sessionKey/:rowIdx',
      '/',
    ]);
    expect(JSON.stringify(pageView.mock.calls)).not.toContain('s3cret');
  });
});
