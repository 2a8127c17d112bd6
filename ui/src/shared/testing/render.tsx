/** Renders a screen as in the app: theme, store, settings, sign-in, address. */
import { MantineProvider } from '@mantine/core';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { Provider } from 'react-redux';
import { createMemoryRouter, RouterProvider, type RouteObject } from 'react-router';
import { vi } from 'vitest';
import { createStore } from '@/shared/api/store';
import { AuthContext, type Auth } from '@/shared/auth/auth-context';
import { ConfigContext, type AppConfig } from '@/shared/config/config-context';

export const USER_ID = 'dev|ada';

export const TEST_CONFIG: AppConfig = {
  issuer: 'http://localhost:3000/dev-idp/',
  domain: 'http://localhost:3000/dev-idp',
  client_id: 'demandatlas',
  audience: 'demandatlas-api',
  dev_sign_in: false,
  sign_in: {
    library: 'auth0',
    scope: 'openid profile email offline_access',
    parameters: { audience: 'demandatlas-api' },
  },
  tile_attribution: '',
  built_in_map: true,
  reads_websites: false,
};

/** A signed-in user's `Auth`, with overrides. */
export function testAuth(changes: Partial<Auth> = {}): Auth {
  return {
    status: 'signed-in',
    user: { sub: USER_ID, name: 'Ada Business', email: 'ada@example.com' },
    error: null,
    notice: null,
    returnTo: '/',
    signIn: vi.fn(() => Promise.resolve()),
    signInWithPopup: vi.fn(() => Promise.resolve()),
    exchangeToken: vi.fn(() => Promise.resolve()),
    signOut: vi.fn(() => Promise.resolve()),
    ...changes,
  };
}

export const SIGNED_OUT: Partial<Auth> = { status: 'signed-out', user: null };

interface Options {
  auth?: Auth;
  config?: Partial<AppConfig>;
  /** The address to start at. */
  at?: string;
  /** Further routes, to follow a link. */
  routes?: RouteObject[];
}

/** A screen at an address. */
export function renderScreen(screen: ReactNode, options: Options = {}) {
  const { at = '/', routes = [] } = options;
  const path = new URL(at, 'http://localhost').pathname;
  return renderRoutes([{ path, element: screen }, ...routes], options);
}

/** A route table, opened at an address. */
export function renderRoutes(routes: RouteObject[], options: Omit<Options, 'routes'> = {}) {
  const { auth = testAuth(), config = {}, at = '/' } = options;
  const router = createMemoryRouter(routes, { initialEntries: [at] });
  const store = createStore();
  const wrap = (current: Auth) => (
    <MantineProvider env="test">
      <Provider store={store}>
        <ConfigContext value={{ ...TEST_CONFIG, ...config }}>
          <AuthContext value={current}>
            <RouterProvider router={router} />
          </AuthContext>
        </ConfigContext>
      </Provider>
    </MantineProvider>
  );
  const view = render(wrap(auth));
  return {
    router,
    store,
    auth,
    unmount: view.unmount,
    /** The same screen after sign-in changed. */
    withAuth: (next: Auth) => {
      view.rerender(wrap(next));
    },
  };
}
