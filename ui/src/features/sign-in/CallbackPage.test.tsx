import { screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderScreen, SIGNED_OUT, testAuth } from '@/shared/testing/render';
import { CallbackPage } from './CallbackPage';

const elsewhere = [
  { path: '/', element: <p>home</p> },
  { path: '/logs', element: <p>logs</p> },
];

describe('AUTH-07: /callback', () => {
  it("AUTH-07: says 'Processing authentication...' while loading, then goes to the page wanted", async () => {
    const { withAuth, router } = renderScreen(<CallbackPage />, {
      auth: testAuth({ status: 'loading', user: null }),
      at: '/callback',
      routes: elsewhere,
    });
    expect(screen.getByText('Processing authentication...')).toBeVisible();
    withAuth(testAuth({ returnTo: '/logs?days=7' }));
    expect(await screen.findByText('logs')).toBeVisible();
    expect(router.state.location.search).toBe('?days=7');
  });

  it('AUTH-07: goes home when no page was wanted', async () => {
    renderScreen(<CallbackPage />, { auth: testAuth(), at: '/callback', routes: elsewhere });
    expect(await screen.findByText('home')).toBeVisible();
  });

  it("AUTH-07: says 'Authentication error: {message}' and stays; the way back is to the page wanted", async () => {
    const { router } = renderScreen(<CallbackPage />, {
      auth: testAuth({ ...SIGNED_OUT, error: 'Invalid state', returnTo: '/logs?days=7' }),
      at: '/callback',
      routes: elsewhere,
    });
    expect(screen.getByRole('alert')).toHaveTextContent('Authentication error: Invalid state');
    expect(screen.getByRole('link', { name: 'Back to sign-in' })).toHaveAttribute('href', '/logs?days=7');
    await waitFor(() => {
      expect(router.state.location.pathname).toBe('/callback');
    });
  });

  it('AUTH-03, AUTH-07: after a sign-in that was given up, goes back to the page that was wanted', async () => {
    renderScreen(<CallbackPage />, {
      auth: testAuth({ ...SIGNED_OUT, notice: 'Sign-in was cancelled.', returnTo: '/logs' }),
      at: '/callback',
      routes: elsewhere,
    });
    expect(await screen.findByText('logs')).toBeVisible();
  });

  it("AUTH-07: says 'Redirecting...' to who comes without an answer of the provider", () => {
    const endless = { path: '/', loader: () => new Promise<never>(() => undefined), element: <p>home</p> };
    renderScreen(<CallbackPage />, { auth: testAuth(SIGNED_OUT), at: '/callback', routes: [endless] });
    expect(screen.getByText('Redirecting...')).toBeVisible();
  });
});
