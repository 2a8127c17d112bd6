import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { compress } from './scripts/compress';
import { LIST, licences } from './scripts/licences';
import { noTokenWorker } from './scripts/no-token-worker';
import { routerOfProduction } from './scripts/router-of-production';
import { stylesLast } from './scripts/styles-last';

const server = process.env.DEMANDATLAS_SERVER ?? 'http://127.0.0.1:8080';

/** Paths that are pages when a browser navigates to them, and API calls when the app fetches them. */
const pageOrCall = {
  target: server,
  bypass: (request: { headers: { accept?: string | undefined } }) =>
    request.headers.accept?.includes('text/html') === true ? '/index.html' : undefined,
};

export default defineConfig({
  plugins: [react(), noTokenWorker(), routerOfProduction(), stylesLast(), licences(), compress()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  build: {
    manifest: true,
    // Browsers without it fetch a chunk on import.
    modulePreload: { polyfill: false },
    license: { fileName: LIST },
    target: 'es2022',
    // The name of every chunk is part of the first download, so what each page needs is one chunk, and small parts that
    // pages share are another. Only parts without further imports: a group takes those along.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: 'first',
              test: /node_modules\/(?:react|react-dom|react-redux|react-router|@reduxjs)\/|node_modules\/@mantine\/(?:core\/esm\/(?:core\/.*(?:get-contrast-color|get-auto-contrast-value|use-resolved-styles-api|create-safe-context|Mantine\.context|use-styles)|components\/(?:Text|UnstyledButton)\/)|hooks\/esm\/(?:use-focus-return|use-reduced-motion))|src\/shared\/(?:lib\/network-failure|ui\/Icon|api\/(?:api|operations|api-error)|auth\/access-token)\./,
            },
            {
              name: 'parts',
              test: /src\/shared\/(?:lib\/(?:csv|day|focus-neighbor|format-phone|us-states|website-link)|map\/(?:distance|fit|world)|ui\/aria-disabled)\./,
            },
          ],
        },
      },
    },
    // The content security policy forbids data: fonts and scripts.
    assetsInlineLimit: 0,
    // size-limit measures the compressed download.
    chunkSizeWarningLimit: 1000,
  },
  server: {
    host: '127.0.0.1',
    // The words of county names are read from the product's data.
    fs: { allow: ['..'] },
    proxy: {
      '/api': server,
      '/export': server,
      // It answers under the issuer's own address alone.
      '/dev-idp': { target: server, changeOrigin: false },
      '/scrape': pageOrCall,
      '/enrich': pageOrCall,
    },
  },
  test: {
    environment: 'jsdom',
    environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
    setupFiles: ['./src/shared/testing/setup.ts'],
    include: ['src/**/*.test.{ts,tsx}', 'scripts/*.test.ts'],
    // A busy machine takes ten times as long.
    testTimeout: 120_000,
    // Loading the app's modules anew for each file took longer than the tests. What a file leaves behind,
    // setup.ts takes away; `--sequence.shuffle` shows that their order does not matter.
    isolate: false,
    maxWorkers: '100%',
    // A test that passes only on its second try is printed with its tries: a bug to fix, in it or in the app.
    retry: 1,
    restoreMocks: true,
    unstubGlobals: true,
  },
});
