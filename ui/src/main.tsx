import './app/styles';
import { setupListeners } from '@reduxjs/toolkit/query';
import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { api } from './shared/api/api';
import { createStore } from '@/shared/api/store';
import { App } from './app/App';

/** How long the page's first words stand alone for the settings' sake. */
const SETTINGS_PATIENCE_MS = 500;

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root element');
const store = createStore();
// Coming back to the tab, or online again, asks anew what says so of itself.
setupListeners(store.dispatch);

// Mostly they are there before this runs (index.html asks for them): the login page is then drawn once, not twice.
const settings = store.dispatch(api.endpoints.getConfig.initiate());
const patience = new Promise((resolve) => setTimeout(resolve, SETTINGS_PATIENCE_MS));
void Promise.race([settings, patience]).then(() => {
  // In slices, between which the browser hears of clicks.
  startTransition(() => {
    createRoot(root).render(
      <StrictMode>
        <App store={store} />
      </StrictMode>,
    );
  });
});
