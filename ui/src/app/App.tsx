/** The app: the server's settings, then sign-in, then routes. */
import { Button, MantineProvider } from '@mantine/core';
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router';
import { useGetConfigQuery } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import { ConfigContext, type AppConfig } from '@/shared/config/config-context';
import { MessagePage } from '@/shared/ui/MessagePage';
import { AppBoundary } from './boundaries';
import { AuthAdapter } from './auth/AuthAdapter';
import { FirstScreen } from './FirstScreen';
import { createRouter } from './routes';
import type { createStore } from '@/shared/api/store';
import { cssVariables, theme } from './theme';

export function App({ store }: { store: ReturnType<typeof createStore> }) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <AppBoundary>
        <Provider store={store}>
          <ConfiguredApp />
        </Provider>
      </AppBoundary>
    </MantineProvider>
  );
}

function ConfiguredApp() {
  const { data, error, refetch } = useGetConfigQuery();
  // Kept apart from the answers that are dropped on signing out: without settings there is no sign-in.
  const [config, setConfig] = useState(data);
  if (data !== undefined && data !== config) setConfig(data);

  if (config === undefined && error !== undefined) {
    return (
      <MessagePage title="DemandAtlas cannot start" message={errorMessage(error)}>
        <Button onClick={refetch}>Try Again</Button>
      </MessagePage>
    );
  }
  if (config === undefined) return <FirstScreen />;
  return <ReadyApp config={config} />;
}

/** Null unless the operator wants them; without its script the app goes on. */
async function loadAnalytics({ analytics: wanted }: AppConfig) {
  if (wanted == null) return null;
  const loaded = await import('./analytics/analytics').catch(() => null);
  if (loaded === null) return null;
  const { pageView, login } = loaded.analyticsOf(wanted);
  return { login, count: (router: Router) => loaded.countPageViews(router, { pageView, login }) };
}

type Router = ReturnType<typeof createRouter>;

function ReadyApp({ config }: { config: AppConfig }) {
  const [router] = useState(createRouter);
  const [analytics] = useState(() => loadAnalytics(config));
  useEffect(() => {
    let stop: (() => void) | undefined;
    let isHere = true;
    void analytics.then((loaded) => {
      if (isHere) stop = loaded?.count(router);
    });
    return () => {
      isHere = false;
      stop?.();
    };
  }, [router, analytics]);
  return (
    <ConfigContext value={config}>
      <AuthAdapter onLogin={() => void analytics.then((loaded) => loaded?.login())}>
        <Pages router={router} />
      </AuthAdapter>
    </ConfigContext>
  );
}

/**
 * The pages, once the first is loaded: the router's own component would miss that while it still renders beside the
 * sign-in library.
 */
function Pages({ router }: { router: Router }) {
  const subscribe = useCallback((notify: () => void) => router.subscribe(notify), [router]);
  const loaded = useSyncExternalStore(subscribe, () => router.state.initialized);
  return loaded ? <RouterProvider router={router} /> : <FirstScreen />;
}
