/**
 * Builds with react-router's production files: its `exports` name those for development alone, whose checks and
 * warnings browsers would download.
 */
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const PRODUCTION = new URL('../node_modules/react-router/dist/production/index.mjs', import.meta.url);

export function routerOfProduction(): Plugin {
  return {
    name: 'router-of-production',
    apply: 'build',
    config: () => ({
      resolve: { alias: [{ find: /^react-router$/, replacement: fileURLToPath(PRODUCTION) }] },
    }),
  };
}
