// B20: ten thousand schedules due in the same minute, after a release in which each finds something; and another user's
// searches meanwhile. Before it a tenth of them, with nobody else: how many runs a second there are alone.
//
//   make bench-monitors
//   node bench/monitors.mjs --users 50
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { citiesOfTexas, STATE, TERM, withListing } from './listing.mjs';
import { newUser, printTable, rounded, run } from './product.mjs';

const { values: options } = parseArgs({
  options: {
    users: { type: 'string', default: '500' },
    binary: { type: 'string', default: 'target/release/demandatlas' },
  },
});
const USERS = Number(options.users);
/** As many as a user may have. */
const EACH = 20;
const ALL = USERS * EACH;
const FEW = Math.max(1, Math.round(USERS / 10));
const ROWS = 20;
const AT_ONCE = 16;
/** Another user begins a search so often, unless the one before is not done. */
const SEARCH_EVERY_MS = 1_000;

const cities = citiesOfTexas(EACH + 1);
const searchedMeanwhile = cities[EACH];

// The listing of the harness covers the cities; the releases replace it.
await withListing(options.binary, ROWS * cities.length, cities, measure);

async function measure({ product, server, folder }) {
  await released(product, folder, 0);
  const other = await newUser(product, server, { email: 'other@example.com' });
  const users = [];
  for (let number = 0; number < USERS; number += 1) {
    users.push(await newUser(product, server, { email: `user${number}@example.com`, credits: 0 }));
  }
  const first = users.slice(0, FEW);
  let slot = await scheduled(first, slotIn(20 + (first.length * EACH) / 20));
  await released(product, folder, 1);
  const alone = (first.length * EACH) / (await ranFrom(slot, first));

  slot = slotIn(60 + ALL / 40);
  await inTurns(first, (user) => rescheduled(user, slot));
  await scheduled(users.slice(FEW), slot);
  await released(product, folder, 2);
  let ended = false;
  const running = ranFrom(slot, users).finally(() => (ended = true));
  const [seconds, times] = await Promise.all([running, searches(other, slot, () => ended)]);
  printTable(`${rounded(ALL)} schedules of ${rounded(USERS)} users, due in the same minute`, [
    ['runs a second, a tenth of them and nobody else', rounded(alone)],
    ['runs a second, all of them, with searches meanwhile', rounded(ALL / seconds)],
    ['all done after', `${rounded(seconds)} s`],
    ['that is, of the time at the rate alone', `${((seconds * alone) / ALL).toFixed(2)}x`],
    ["another user's searches of 20 rows meanwhile, median", `${percentile(times, 0.5).toFixed(0)} ms`],
    ['the same, 99th percentile', `${percentile(times, 0.99).toFixed(0)} ms`],
    ['how many searches', rounded(times.length)],
  ]);
}

/** The first whole minute that comes after so many seconds. */
function slotIn(seconds) {
  return new Date(Math.ceil((Date.now() + seconds * 1_000) / 60_000) * 60_000);
}

function dailyAt(slot) {
  return { every: 'day', at: slot.toISOString().slice(11, 16), zone: 'UTC' };
}

/** Has each of them twenty schedules of a city each, whose first runs are done. */
async function scheduled(users, slot) {
  await inTurns(users, async (user) => {
    for (const city of cities.slice(0, EACH)) {
      await user.post('/api/monitors', {
        search_term: TERM,
        state: STATE,
        cities: [city.name],
        schedule: dailyAt(slot),
        budget: 50,
        first: 'known',
      });
    }
  });
  for (const user of users) await settled(user, (monitor) => monitor.last !== undefined);
  if (Date.now() > slot) throw new Error('the slot came before everything was ready: name fewer users');
  return slot;
}

async function rescheduled(user, slot) {
  for (const { id } of await monitorsOf(user)) {
    await user.patch(`/api/monitors/${id}`, { schedule: dailyAt(slot) });
  }
}

/** Seconds from a slot until all of them have run, and found what is new. */
async function ranFrom(slot, users) {
  await new Promise((resolve) => setTimeout(resolve, slot - Date.now()));
  for (const user of users) {
    const monitors = await settled(user, ({ last }) => last.slot === slot.toISOString().replace('.000Z', 'Z'));
    const wrong = monitors.find(({ last }) => last.new !== 1 || last.paid !== 1);
    if (wrong !== undefined) throw new Error(JSON.stringify(wrong.last));
  }
  return (Date.now() - slot) / 1_000;
}

async function monitorsOf(user) {
  return (await (await user.get('/api/monitors')).json()).monitors;
}

async function settled(user, isSo) {
  for (;;) {
    const monitors = await monitorsOf(user);
    if (monitors.length === EACH && monitors.every((monitor) => monitor.running === undefined && isSo(monitor))) {
      return monitors;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** A release with one more florist in each city than the one before. */
async function released(product, folder, number) {
  const lines = ['name,category,address,city,state,lat,lon'];
  for (const { name, latitude, longitude } of cities) {
    for (let row = 0; row < ROWS + number; row += 1) {
      const lat = (latitude + row / 2_000).toFixed(5);
      const lon = (longitude + row / 2_000).toFixed(5);
      lines.push(`${name} Florist ${row},florist,${row} Example Street,${name},${STATE},${lat},${lon}`);
    }
  }
  const file = join(folder, 'release.csv');
  await writeFile(file, `${lines.join('\n')}\n`);
  await run(product, 'places', 'import', file, '--name', 'florists', '--format', 'csv');
}

async function searches(user, from, isOver) {
  await new Promise((resolve) => setTimeout(resolve, from - Date.now()));
  const times = [];
  while (!isOver() || times.length < 10) {
    const begun = performance.now();
    const { job_id: job } = await user.post('/api/jobs/scrape', {
      search_term: TERM,
      state: STATE,
      cities: [searchedMeanwhile.name],
      max_results: ROWS,
    });
    await user.ended(job);
    const took = performance.now() - begun;
    times.push(took);
    await new Promise((resolve) => setTimeout(resolve, SEARCH_EVERY_MS - took));
  }
  return times;
}

async function inTurns(list, work) {
  const left = [...list];
  const worker = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) await work(next);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

function percentile(times, part) {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) * part)];
}
