import './app/styles';
import { setupListeners } from '@reduxjs/toolkit/query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { api } from './shared/api/api';
import { createStore } from '@/shared/api/store';
import { App } from './app/App';

/** How long the first words wait alone for the settings. */
const SETTINGS_PATIENCE_MS = 500;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
const store = createStore();
// When the tab is focused or online again, queries that ask for it are refetched.
setupListeners(store.dispatch);

// Usually they are here before this runs (index.html preloads them), so the login page renders once, not twice.
const settings = store.dispatch(api.endpoints.getConfig.initiate());
const patience = new Promise((resolve) => setTimeout(resolve, SETTINGS_PATIENCE_MS));
void Promise.race([settings, patience]).then(() => {
  // In slices, so that clicks are handled in between.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App store={store} />
      </StrictMode>,
    );
  });
});
