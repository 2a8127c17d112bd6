// B12: a session of 10,000 rows in a real browser: sorting, scrolling, and its map's first paint and panning.
//
// Frames are those of the page's main thread, which draws without a graphics processor here: what a person sees is
// not slower. Nothing else should run meanwhile; the load that did is printed.
//
//   make bench-browser
//   node bench/browser.mjs --rows 2000 --rounds 5
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { openBrowser, signIn } from './browsing.mjs';
import { citiesOfTexas, searched, withListing } from './listing.mjs';
import { printTable, rounded, spread } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    rows: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '5' },
    binary: { type: 'string', default: 'target/release/demandatlas' },
  },
});
const ROWS = Number(options.rows);
const ROUNDS = Number(options.rounds);
const SCROLL_FRAMES = 180;
/** More than a row in each frame. */
const SCROLL_STEP_PX = 43;
const PAN_STEPS = 150;
const AFTER_PAN_MS = 1_500;

const cities = citiesOfTexas(400);

await withListing(options.binary, ROWS, cities, measure);

async function measure({ product, server }) {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    const tools = await page.context().newCDPSession(page);
    await tools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const user = await signIn(page, product, server);
    const { job, found } = await session(user);
    await page.goto(`${server.url}/googlemaps?sessionKey=${job}&view=table`);
    const few = await table(page, tools, found);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('button', { name: 'Show all', exact: true }).click();
    await page.keyboard.press('Escape');
    const all = await table(page, tools, found);
    await page.goto(`${server.url}/results-map/${job}`);
    const map = await panned(page, found);
    const { job: small } = await searched(user, cities.slice(0, 1));
    const paints = await firstPaints(page, tools, `${server.url}/results-map/${small}`);
    print(found, few, all, map, paints);
  } finally {
    await browser.close();
  }
}

/** An enriched session of all the rows. */
async function session(user) {
  const { job, results_count: found } = await searched(user, cities);
  await user.post('/enrich?form=packed&limit=200', { sessionKey: job, format: 'json' });
  return { job, found };
}

/** How long sorting takes and how scrolling goes, with the columns that are shown. */
async function table(page, tools, found) {
  const grid = page.getByRole('table', { name: 'Result rows' });
  await grid.waitFor();
  await page.getByText(/^Loading (rows|the values)/).waitFor({ state: 'detached', timeout: 120_000 });
  const rowCount = Number(await grid.getAttribute('aria-rowcount')) - 1;
  if (rowCount !== found) throw new Error(`${rowCount} rows of ${found} are in the table`);
  const columns = Number(await grid.getAttribute('aria-colcount')) || (await grid.getByRole('columnheader').count());
  const sorts = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const name of ['Name', 'City', 'Address']) sorts.push(await sorted(grid.getByRole('button', { name, exact: true })));
  }
  const before = await busy(tools);
  const frames = await grid.evaluate(scroll, { frames: SCROLL_FRAMES, step: SCROLL_STEP_PX });
  const perFrame = (1_000 * ((await busy(tools)) - before)) / SCROLL_FRAMES;
  return { columns, sorts, perFrame, ...told(frames) };
}

/** From the click to the frame that shows the new order, in milliseconds. */
function sorted(head) {
  return head.evaluate(async (button) => {
    const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    await painted();
    const begun = performance.now();
    button.click();
    await painted();
    return performance.now() - begun;
  });
}

/** Processor time of the page's main thread so far, in seconds: other processes do not count. */
async function busy(tools) {
  const { metrics } = await tools.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration').value;
}

/** Runs in the page: times of frames, each of which scrolls on by a step. */
async function scroll(grid, { frames, step }) {
  const box = grid.parentElement;
  box.scrollTop = 0;
  const times = [];
  for (let frame = 0; frame < frames; frame += 1) {
    times.push(await new Promise(requestAnimationFrame));
    box.scrollTop += step;
  }
  return times;
}

/** Drags the map to and fro. */
async function panned(page, found) {
  const map = page.getByRole('region', { name: new RegExp(`^Map of ${rounded(found)} `) });
  await map.waitFor({ timeout: 120_000 });
  const { x, y, width, height } = await map.boundingBox();
  const middle = { x: x + width / 2, y: y + height / 2 };
  // A map that was clicked is the one that is used.
  await page.waitForTimeout(1_000);
  const during = [];
  const after = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.evaluate(watchFrames);
    await page.mouse.move(middle.x, middle.y);
    await page.mouse.down();
    for (let step = 1; step <= PAN_STEPS; step += 1) {
      const far = Math.sin((step / PAN_STEPS) * 2 * Math.PI) * (width / 3);
      await page.mouse.move(middle.x + far, middle.y + far / 3);
    }
    await page.mouse.up();
    const released = await page.evaluate(() => performance.now());
    await page.waitForTimeout(AFTER_PAN_MS);
    const frames = await page.evaluate(() => globalThis.demandatlasFrames());
    during.push(told(frames.filter((time) => time < released)));
    after.push(told(frames.filter((time) => time >= released)));
  }
  return { during, after };
}

/** Runs in the page: notes when it draws a frame, until `demandatlasFrames` asks for them. */
function watchFrames() {
  const times = [];
  let goesOn = true;
  const note = (time) => {
    times.push(time);
    if (goesOn) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  globalThis.demandatlasFrames = () => {
    goesOn = false;
    return times;
  };
}

/** From the arrival of the map's script and rows to the frame that shows land, with nothing in the browser's cache. */
async function firstPaints(page, tools, address) {
  await tools.send('Network.enable');
  await tools.send('Network.setCacheDisabled', { cacheDisabled: true });
  await page.addInitScript(watchGround);
  const times = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto(address);
    await page.waitForFunction(() => globalThis.demandatlasGround !== undefined);
    times.push(
      await page.evaluate(() => {
        const fetched = performance.getEntriesByType('resource');
        const arrived = [/\/LeafletMap-[^/]*\.js$/, /\/export\?/].map(
          (wanted) => fetched.find(({ name }) => wanted.test(name)).responseEnd,
        );
        return globalThis.demandatlasGround - Math.max(...arrived);
      }),
    );
  }
  return times;
}

/** Runs in the page: notes when the middle of the ground is first painted. */
function watchGround() {
  const look = (time) => {
    const canvas = document.querySelector('.leaflet-da-ground-pane canvas');
    const pen = canvas?.getContext('2d');
    const isPainted = pen?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3] > 0;
    if (isPainted) globalThis.demandatlasGround = time;
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Frames a second, and the longest time between two, in milliseconds. */
function told(times) {
  const gaps = times.slice(1).map((time, at) => time - times[at]);
  const whole = times.at(-1) - times[0];
  return { fps: (1_000 * gaps.length) / whole, worst: Math.max(...gaps) };
}

function print(found, few, all, { during, after }, paints) {
  const ms = (figure) => `${figure.toFixed(0)} ms`;
  const ofTable = ({ columns, sorts, fps, worst, perFrame }) => [
    [`sort, ${columns} columns`, spread(sorts, ms), '≤ 100 ms'],
    [`scroll, ${columns} columns`, `${fps.toFixed(0)} fps, longest frame ${ms(worst)}`, '≥ 50 fps'],
    ['– of which the main thread computes', `${perFrame.toFixed(1)} ms a frame`, '≤ 20 ms'],
  ];
  const { 0: one, 2: fifteen } = loadavg();
  printTable(
    `${rounded(found)} rows, ${ROUNDS} rounds, ${availableParallelism()} cores, load ${one.toFixed(1)} (${fifteen.toFixed(1)} before)`,
    [
      ...ofTable(few),
      ...ofTable(all),
      ['pan of all markers', `${spread(during.map(({ fps }) => fps))} fps`, '≥ 50 fps'],
      ['longest frame while panning', spread(during.map(({ worst }) => worst), ms), '–'],
      ['longest frame after it', spread(after.map(({ worst }) => worst), ms), '≤ 100 ms'],
      ["land painted, from the map's script and rows", spread(paints, ms), '≤ 300 ms'],
    ].map(([what, figure, aim]) => [what, `${figure} (aim ${aim})`]),
  );
}
