/**
 * Drops the token worker that auth0-react carries as 8 kB of base64. The library starts it only with its own cache
 * in memory, and the app passes another one (`Auth0SignIn`).
 */
import type { Plugin } from 'vite';

const LIBRARY = /\/auth0-react\.esm\.js$/;
/** Base64 of "/* rollup…". */
const WORKER = /"Lyogcm9sbHVw[A-Za-z0-9+/=]+"/;

export function noTokenWorker(): Plugin {
  return {
    name: 'no-token-worker',
    apply: 'build',
    transform: {
      filter: { id: LIBRARY },
      handler(code) {
        if (!WORKER.test(code)) this.error('auth0-react has no inline worker any more: remove this plugin.');
        return { code: code.replace(WORKER, '""'), map: null };
      },
    },
  };
}
