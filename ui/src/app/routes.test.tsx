import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { matchRoutes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderScreen } from '@/shared/testing/render';
import { server } from '@/shared/testing/server';
import { NotFoundPage } from './NotFoundPage';
import { routes } from './routes';

describe('SHL-03: the route table', () => {
  beforeEach(() => {
    server.use(http.get('*/api/credits/status/:userId', () => HttpResponse.json({ user_id: 'u' })));
  });

  it.each([
    '/callback',
    '/',
    '/scrape',
    '/schedule',
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
  ])('SHL-03: %s exists', (path) => {
    expect(matchRoutes(routes, path)?.at(-1)?.route.path).not.toBe('*');
  });

  it('SHL-03: unknown addresses get the not-found page, which names them', () => {
    expect(matchRoutes(routes, '/no/such/page')?.at(-1)?.route.path).toBe('*');
    renderScreen(<NotFoundPage />, { at: '/no/such/page' });
    expect(screen.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    expect(screen.getByText(/\/no\/such\/page/)).toBeVisible();
  });
});
