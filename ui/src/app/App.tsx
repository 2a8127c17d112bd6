/**
 * Starts the app: asks the server for its settings, then sets up sign-in with them, then routes.
 */
import { Button, MantineProvider } from '@mantine/core';
import { setupListeners } from '@reduxjs/toolkit/query';
import { useState } from 'react';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router';
import { useGetConfigQuery } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import { ConfigContext } from '@/shared/config/config-context';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { MessagePage } from '@/shared/ui/MessagePage';
import { AuthAdapter } from './auth/AuthAdapter';
import { createRouter } from './routes';
import { createStore } from '@/shared/api/store';
import { cssVariables, theme } from './theme';

export function App() {
  const [store] = useState(() => {
    const created = createStore();
    // Coming back to the tab, or online again, asks anew what says so of itself.
    setupListeners(created.dispatch);
    return created;
  });
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Provider store={store}>
        <ConfiguredApp />
      </Provider>
    </MantineProvider>
  );
}

function ConfiguredApp() {
  const { data, error, refetch } = useGetConfigQuery();
  // Kept apart from the answers that go when a user signs out: without settings there is no sign-in.
  const [config, setConfig] = useState(data);
  if (data !== undefined && data !== config) setConfig(data);
  const [router] = useState(createRouter);

  if (config === undefined && error !== undefined) {
    return (
      <MessagePage title="DemandAtlas cannot start" message={errorMessage(error)}>
        <Button onClick={refetch}>Try Again</Button>
      </MessagePage>
    );
  }
  if (config === undefined) return <LoadingScreen label="Loading..." />;
  return (
    <ConfigContext value={config}>
      <AuthAdapter>
        <RouterProvider router={router} />
      </AuthAdapter>
    </ConfigContext>
  );
}
