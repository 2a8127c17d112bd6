import { screen, waitFor } from '@testing-library/react';
import { matchRoutes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { paths, PATTERNS, type PageName } from '@/shared/paths';
import { fakeKnown } from '@/shared/testing/fake-known';
import { noticesBody } from '@/shared/testing/fake-notices';
import { creditStatus, fake, fieldsBody, refusal, sourcesBody } from '@/shared/testing/fakes';
import { renderRoutes, renderScreen, TEST_CONFIG, testAuth } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { NotFoundPage, routes } from './routes';
import { PAGES } from './pages';

describe('SHL-03: the route table', () => {
  beforeEach(() => {
    server.use(fake('creditStatus', creditStatus()), fake('listNotices', noticesBody()));
  });

  it.each([
    '/callback',
    '/',
    '/scrape',
    '/schedule',
    '/schedule/key',
    '/logs',
    '/proxy',
    '/account/key/3',
    '/enrich',
    '/googlemaps',
    '/map',
    '/map/key/3',
    '/results-map/key',
    '/plans',
    '/pricing',
    '/my-companies',
    '/map-view',
    '/coupons',
    '/atlas',
    '/atlas/41061',
    '/mail/confirm',
    '/mail/stop',
  ])('SHL-03: %s exists', (path) => {
    expect(matchRoutes(routes, path)?.at(-1)?.route.path).not.toBe('*');
  });

  it.each(Object.keys(PAGES) as PageName[])(
    'SHL-03: %s is a page with its title and one heading',
    async (name) => {
      // Without a session /map leads to the search.
      const pattern = name === 'sessionMap' ? paths.sessionMap('key') : PATTERNS[name];
      const address = pattern
        .replace(/:(?:sessionKey|monitorId)/, 'key')
        .replace(':rowIdx', '3')
        .replace(':fips', '41061');
      server.use(
        fake('getConfig', TEST_CONFIG),
        fake('listJobs', { jobs: [], next: null }),
        fake('creditHistory', { data: [] }),
        fake('listSources', sourcesBody()),
        fake('listPlans', refusal(503)),
        fake('exportRows', refusal(404)),
        fake('getJobStatus', refusal(404)),
        fake('getJobResult', refusal(404)),
        fake('getBusinessData', refusal(404)),
        fake('listFields', fieldsBody()),
        fake('listSavedCompanies', refusal(503)),
        fake('listAtlasKinds', refusal(503)),
        fake('getAtlasArea', refusal(503)),
        fakeKnown(),
        fake('listMonitors', refusal(503)),
        fake('getMonitor', refusal(503)),
      );
      renderRoutes(routes, {
        at: address,
        ...(name === 'callback' ? { auth: testAuth({ status: 'loading' }) } : {}),
      });
      // The account page's title is its business, of which there is none.
      const own = name === 'account' ? 'Account Not Found' : PAGES[name].title;
      const title = own === 'DemandAtlas' ? own : `${own} · DemandAtlas`;
      await waitFor(() => {
        expect(document.title).toBe(title);
      });
      expect(screen.queryAllByRole('heading', { level: 1 })).toHaveLength(name === 'callback' ? 0 : 1);
    },
  );

  it('SHL-03: unknown addresses get the not-found page, which names them', () => {
    expect(matchRoutes(routes, '/no/such/page')?.at(-1)?.route.path).toBe('*');
    renderScreen(<NotFoundPage />, { at: '/no/such/page' });
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByText(/\/no\/such\/page/)).toBeVisible();
  });
});
