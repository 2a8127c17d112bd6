// How long the page of a business takes to open: from the click on its row to the frame that shows its charts.
//
// Its row has every field that there is, made up, since no listing has them all: the script answers the page's call
// for the row in the server's place. All else is the server's. Nothing else should run meanwhile; the load that did
// is printed.
//
//   make bench-account
//   node bench/account.mjs --runs 20
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openBrowser, signIn } from './browsing.mjs';
import { citiesOfTexas, searched, withListing } from './listing.mjs';
import { printTable } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '200' },
    runs: { type: 'string', default: '20' },
    binary: { type: 'string', default: 'target/release/demandatlas' },
  },
});
const RUNS = Number(options.runs);
/** Two comparisons, one of which has five panels, and a pie. */
const CHARTS = 7;
const ROWS_IN_VIEW = 10;
const AIM_MS = 300;

const cities = citiesOfTexas(400);

await withListing(options.binary, Number(options.rows), cities, measure);

async function measure({ product, server }) {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const user = await signIn(page, product, server);
    const { job } = await searched(user, cities);
    await user.post('/enrich?form=packed&limit=1', { sessionKey: job, format: 'json' });
    await serveFullRows(page, user, job);
    const list = `${server.url}/googlemaps?sessionKey=${job}&view=table`;
    const first = [];
    const again = [];
    for (let run = 0; run < RUNS; run += 1) {
      await page.goto(list);
      first.push(await opened(page, 2 * run));
      await page.goBack();
      again.push(await opened(page, 2 * run + 1));
    }
    print(first, again);
  } finally {
    await browser.close();
  }
}

/** A row with all fields in place of each row that the page asks for. */
async function serveFullRows(page, user, job) {
  const { fields } = await (await user.get('/api/fields')).json();
  const answer = await (await user.get(`/api/jobs/${job}/result?form=rows&offset=0&limit=1`)).json();
  const [row] = answer.result.results;
  for (const field of fields) row[field.key] ??= madeUp(field);
  await page.route(`**/api/jobs/${job}/result?*limit=1*`, async (route) => {
    const asked = Number(new URL(route.request().url()).searchParams.get('offset'));
    answer.result.results = [{ ...row, row_idx: asked }];
    await route.fulfill({ json: answer });
  });
}

function madeUp({ key, unit, format }) {
  if (key.endsWith('_factors')) return [{ field: 'poverty_rate', input: 12, points: 40, weight: 1 }];
  if (format === 'yes_no') return true;
  if (format === 'list') return ['One', 'Two'];
  if (format === 'text' || format === 'date' || format === 'phone') return `Made up ${key}`;
  return unit === 'usd' ? 92_400 : 12.5;
}

/** From the click on a row's link to the frame that shows the last chart, in milliseconds. */
async function opened(page, run) {
  const link = page.getByRole('link', { name: /^View Account Details of / }).nth(run % ROWS_IN_VIEW);
  await link.waitFor();
  // What the page before still does is not measured.
  await page.waitForTimeout(1_500);
  const took = await link.evaluate(async (element, charts) => {
    const drawn = () =>
      [...document.querySelectorAll('.recharts-responsive-container')].filter((chart) =>
        chart.querySelector('.recharts-layer path'),
      ).length;
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    const begun = performance.now();
    element.click();
    do await frame();
    while (drawn() < charts && performance.now() - begun < 20_000);
    if (drawn() < charts) throw new Error(`${drawn()} charts of ${charts} are drawn`);
    return performance.now() - begun;
  }, CHARTS);
  return took;
}

function print(first, again) {
  const { 0: one, 2: fifteen } = loadavg();
  const figures = (times) => {
    const sorted = [...times].sort((a, b) => a - b);
    const at = (part) => `${sorted[Math.min(sorted.length - 1, Math.ceil(part * sorted.length) - 1)].toFixed(0)} ms`;
    return `${at(0.5)}, p95 ${at(0.95)} (aim ≤ ${AIM_MS} ms)`;
  };
  printTable(
    `${RUNS} runs, ${availableParallelism()} cores, load ${one.toFixed(1)} (${fifteen.toFixed(1)} before)`,
    [
      ['first account of a visit: its script is loaded too', figures(first)],
      ['each one after it', figures(again)],
    ],
  );
}
