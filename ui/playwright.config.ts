/**
 * Browser flows: a real Chromium against the real server. `make test-e2e` runs them, `make soak` those that take over
 * 15 seconds (tagged `@soak`). How to write flows: e2e/README.md.
 */
import { defineConfig } from '@playwright/test';
import type { ServerOptions } from './e2e/support/test';

const soak = process.env.DEMANDATLAS_SOAK === '1';

export default defineConfig<object, ServerOptions>({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'e2e/results',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A flow that passes only on its second try is printed as flaky, with both traces: a bug to fix, in it or in the
  // app.
  retries: soak ? 0 : 1,
  ...(soak ? { grep: /@soak/ } : { grepInvert: /@soak/ }),
  timeout: soak ? 600_000 : 60_000,
  expect: { timeout: 30_000 },
  reporter: [['list'], ['./e2e/support/budget-reporter.ts']],
  use: {
    browserName: 'chromium',
    // One page for all flows of a worker, cleared in between: a new one costs two seconds of CPU time.
    reuseContext: true,
    viewport: { width: 1440, height: 900 },
    colorScheme: 'light',
    contextOptions: { reducedMotion: 'reduce' },
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // Screenshots of every step would take as long as the steps.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: true, sources: true },
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A process per site costs as much as a flow's steps, and there is only one site.
        '--disable-site-isolation-trials',
      ],
    },
  },
});
