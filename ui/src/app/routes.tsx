/** The routes, made from the page table: open pages by themselves, all others behind the guard, in the shell. */
import { Button, Text } from '@mantine/core';
import { createBrowserRouter, Link, useLocation, useRouteError, type RouteObject } from 'react-router';
import { paths, PATTERNS, type PageName } from '@/shared/paths';
import type { PageHandle } from '@/shared/ui/DocumentTitle';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { Guard } from './auth/Guard';
import { PageErrorBoundary } from './boundaries';
import { FirstScreen } from './FirstScreen';
import { PAGES } from './pages';
import { Shell } from './shell/Shell';

const names = Object.keys(PAGES) as PageName[];

function route(name: PageName): RouteObject {
  const page = PAGES[name];
  const common = {
    path: PATTERNS[name],
    handle: { title: page.title, wide: page.wide === true } satisfies PageHandle,
  };
  return page.load === undefined
    ? { ...common, Component: page.component }
    : { ...common, lazy: async () => ({ Component: await page.load() }) };
}

export const routes: RouteObject[] = [
  ...names
    .filter((name) => PAGES[name].open === true)
    .map((name) => ({ ...route(name), errorElement: <Broken /> })),
  {
    element: <Guard />,
    errorElement: <Broken />,
    hydrateFallbackElement: <FirstScreen />,
    children: [
      {
        element: <Shell />,
        children: [
          {
            errorElement: <PageErrorBoundary />,
            children: [
              ...names.filter((name) => PAGES[name].open !== true).map(route),
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
];

/** Failures outside a page belong to the whole app (`AppBoundary`), not to the router's own error page. */
function Broken(): never {
  throw useRouteError();
}

export function createRouter() {
  return createBrowserRouter(routes);
}

export function NotFoundPage() {
  const { pathname } = useLocation();
  return (
    <>
      <PageHeader title="Page not found" />
      <Panel title="Nothing is at this address">
        <Text mb="md" style={{ overflowWrap: 'anywhere' }}>
          There is no page at {pathname}. It may have been mistyped.
        </Text>
        <Button component={Link} to={paths.home()}>
          Go to Home
        </Button>
      </Panel>
    </>
  );
}
