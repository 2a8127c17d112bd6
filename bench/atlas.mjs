// The Demand Map's answers through the server, and its map in a real browser, on what ships with the product.
//
// Times in the browser are those of the page's main thread, which draws without a graphics processor here.
//
//   make bench-atlas
//   node bench/atlas.mjs --rounds 10
import { mkdtemp, rm } from "node:fs/promises";
import { availableParallelism, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openBrowser, signIn } from "./browsing.mjs";
import { newUser, printTable, spread, startServer } from "./product.mjs";

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "10" },
    binary: { type: "string", default: "target/release/demandatlas" },
  },
});
const ROUNDS = Number(options.rounds);
const KEPT = 50;
const HOVERS = 200;
const STATES = ["CA", "TX", "NY", "OR"];
/** Breweries are listed in what ships. */
const LISTED = "brewery";
const NATION = "/atlas?question=sell&kind=dentist&state=all";

const folder = await mkdtemp(join(tmpdir(), "demandatlas-bench-"));
const product = {
  binary: options.binary,
  environment: { ...process.env, DEMANDATLAS_DATA_DIR: join(folder, "data") },
};
const server = await startServer(product);
try {
  const answers = await ofServer(
    await newUser(product, server, { credits: 0 }),
  );
  const drawn = await inBrowser();
  print([...answers, ...drawn]);
} finally {
  await server.stop();
  await rm(folder, { recursive: true, force: true });
}

/** How long a call takes to its last byte, and the bytes on the wire. */
async function timed(user, path) {
  const begun = performance.now();
  const answer = await user.get(path);
  await answer.arrayBuffer();
  return {
    ms: performance.now() - begun,
    bytes: Number(answer.headers.get("content-length")),
  };
}

async function ofServer(user) {
  const { kinds } = await (await user.get("/api/atlas/kinds")).json();
  // One with codes of its own is fitted when it is first asked for; the first of all reads the inputs, too.
  const own = kinds.filter(
    ({ tells, counted_as }) => tells === "counties" && counted_as === null,
  );
  const [first, ...others] = own
    .slice(0, ROUNDS + 1)
    .map(({ kind }) => `/api/atlas?kind=${encodeURIComponent(kind)}`);
  const warmUp = await timed(user, first);
  const cold = [];
  for (const path of others) cold.push(await timed(user, path));
  const kept = [];
  for (let call = 0; call < KEPT; call += 1)
    kept.push(await timed(user, others[call % others.length]));
  const tracts = [];
  for (const state of STATES)
    tracts.push(
      await timed(user, `/api/atlas/tracts?kind=${LISTED}&state=${state}`),
    );
  const county = await timed(user, "/api/atlas/areas/41061");
  const of = (calls) =>
    spread(
      calls.map((call) => call.ms),
      ms,
    );
  return [
    ["the first answer after a start", ms(warmUp.ms), "–"],
    ["counties of a kind, cold", of(cold), "≤ 150 ms"],
    ["the same, kept", of(kept), "≤ 5 ms"],
    [
      "its bytes",
      spread(
        [...cold, ...kept].map(({ bytes }) => bytes),
        kilobytes,
      ),
      "≤ 60 kB",
    ],
    [`neighborhoods of ${STATES.join(", ")}`, of(tracts), "≤ 50 ms"],
    ["all kinds of a county, cold", ms(county.ms), "–"],
  ];
}

async function inBrowser() {
  const browser = await openBrowser();
  try {
    const page = await browser.newPage({
      viewport: { width: 1440, height: 900 },
    });
    const tools = await page.context().newCDPSession(page);
    await tools.send("Performance.enable", { timeDomain: "threadTicks" });
    await page.addInitScript(watchCanvas);
    await signIn(page, product, server);
    const painted = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.goto("about:blank");
      await page.goto(server.url + NATION);
      await page.waitForFunction(() => globalThis.demandatlasPixel() !== null);
      painted.push(await page.evaluate(sinceAnswers));
    }
    const recolored = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const name of ["I want to open one", "I sell to them"]) {
        recolored.push(
          await page.getByRole("radio", { name }).evaluate(untilRecolored),
        );
      }
    }
    const hover = await hovered(page, tools);
    const tracts = [];
    for (const state of STATES) {
      await page.goto("about:blank");
      await page.goto(
        `${server.url}/atlas?question=open&kind=${LISTED}&state=${state}&level=tract`,
      );
      await page.getByRole("list", { name: "neighborhoods" }).waitFor();
      await page.waitForFunction(() => globalThis.demandatlasPixel() !== null);
      tracts.push(await page.evaluate(sinceAnswers));
    }
    return [
      [
        "the nation painted, from the last answer",
        spread(painted, ms),
        "≤ 1,000 ms",
      ],
      ["recolored, from the click", spread(recolored, ms), "≤ 50 ms"],
      ["hovering, main thread a move", ms(hover), "≤ 16 ms"],
      [
        `neighborhoods of ${STATES.join(", ")} painted, from the last answer`,
        spread(tracts, ms),
        "≤ 400 ms",
      ],
    ];
  } finally {
    await browser.close();
  }
}

/** Runs in the page: the color in the middle of the map; null until it is painted, and when that was first seen. */
function watchCanvas() {
  globalThis.demandatlasPixel = () => {
    const canvas = document.querySelector("[role=application] canvas");
    if (canvas === null || canvas.width === 0) return null;
    const { data } = canvas
      .getContext("2d")
      .getImageData(canvas.width >> 1, canvas.height >> 1, 1, 1);
    return data[3] === 0 ? null : data.slice(0, 3).join();
  };
  const look = () => {
    if (globalThis.demandatlasPixel() === null) requestAnimationFrame(look);
    else globalThis.demandatlasPainted = performance.now();
  };
  requestAnimationFrame(look);
}

/** Runs in the page: from the end of the last answer that the map needs until it was painted. */
function sinceAnswers() {
  const needed = performance
    .getEntriesByType("resource")
    .filter(({ name }) => /\/api\/atlas[/?]|-10m/.test(name));
  const ends = needed
    .map(({ responseEnd }) => responseEnd)
    .filter((end) => end <= globalThis.demandatlasPainted);
  return globalThis.demandatlasPainted - Math.max(...ends);
}

/** Runs in the page: from the click until the frame with other colors. */
async function untilRecolored(radio) {
  const before = globalThis.demandatlasPixel();
  const begun = performance.now();
  radio.click();
  while (globalThis.demandatlasPixel() === before) {
    await new Promise(requestAnimationFrame);
    if (performance.now() - begun > 5_000)
      throw new Error("the map kept its colors");
  }
  return performance.now() - begun;
}

/** Moves over the map; processor time of the page's main thread for each. */
async function hovered(page, tools) {
  const busy = async () => {
    const { metrics } = await tools.send("Performance.getMetrics");
    return metrics.find(({ name }) => name === "TaskDuration").value;
  };
  const { x, y, width, height } = await page
    .getByRole("application")
    .boundingBox();
  const before = await busy();
  for (let move = 0; move < HOVERS; move += 1) {
    const turn = (move / HOVERS) * 2 * Math.PI;
    await page.mouse.move(
      x + width / 2 + (width / 4) * Math.cos(turn),
      y + height / 2 + (height / 4) * Math.sin(turn),
    );
  }
  return (1_000 * ((await busy()) - before)) / HOVERS;
}

function ms(figure) {
  return `${figure < 10 ? figure.toFixed(1) : figure.toFixed(0)} ms`;
}

function kilobytes(bytes) {
  return `${(bytes / 1_000).toFixed(1)} kB`;
}

function print(rows) {
  const { 0: one } = loadavg();
  printTable(
    `The Demand Map, ${ROUNDS} rounds, ${availableParallelism()} cores, load ${one.toFixed(1)}`,
    rows.map(([what, figure, aim]) => [what, `${figure} (aim ${aim})`]),
  );
}
