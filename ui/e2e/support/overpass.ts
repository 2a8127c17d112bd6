/**
 * Plays an Overpass server, the live source `osm`: each city but one has three made-up breweries, or what a flow puts
 * there. It can hold a city's answer back, which holds a job in its middle for as long as a flow needs.
 */
import { text } from 'node:stream/consumers';
import type { Page } from '@playwright/test';
import { LocalServer } from './local-server';
import { BREWERIES, logged, openSearch, startSearch } from './search';

export const IN_EACH_CITY = 3;
/** A city without elements. */
export const EMPTY_CITY = 'Burns';

export class OverpassServer {
  #local: LocalServer | null = null;
  #held: string | null = null;
  #refused: string | null = null;
  #answers: (() => void)[] = [];
  readonly #put = new Map<string, object[]>();

  static async start(): Promise<OverpassServer> {
    const overpass = new OverpassServer();
    overpass.#local = await LocalServer.start((request, response) => {
      void text(request).then((body) => {
        const script = new URLSearchParams(body).get('data') ?? '';
        const city = /\["name"~"\^([^"$]+)\$",i\]/.exec(script)?.[1] ?? '';
        if (city.toLowerCase() === overpass.#refused) {
          response.writeHead(400, { 'content-type': 'text/plain' }).end('no such thing');
          return;
        }
        const answer = () => {
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(answerOf(overpass.#put.get(city.toLowerCase()) ?? breweries(city)));
        };
        if (overpass.#held !== null && city.toLowerCase() === overpass.#held) overpass.#answers.push(answer);
        else answer();
      });
    });
    return overpass;
  }

  /** For `DEMANDATLAS_OVERPASS_URL`. */
  get url(): string {
    return `${this.#local?.url ?? ''}/api/interpreter`;
  }

  /** Has these elements in a city, in place of breweries. */
  put(city: string, elements: object[]): void {
    this.#put.set(city.toLowerCase(), elements);
  }

  /** Keeps the answer for a city back until `release`. */
  hold(city: string): void {
    this.#held = city.toLowerCase();
  }

  /** Refuses calls about a city until `release`. */
  refuse(city: string): void {
    this.#refused = city.toLowerCase();
  }

  /** Gives all answers that were kept back, and refuses nothing any more. */
  release(): void {
    this.#held = null;
    this.#refused = null;
    for (const answer of this.#answers) answer();
    this.#answers = [];
  }

  async close(): Promise<void> {
    await this.#local?.close();
  }
}

/** Lets the searches that are started on a page ask the live source, which its form cannot name yet. */
export async function searchLive(page: Page): Promise<void> {
  await page.route('**/api/jobs/scrape', async (route) => {
    const search = route.request().postDataJSON() as object;
    await route.continue({ postData: { ...search, source: 'osm' } });
  });
}

/** A live search that has found all of Portland, and waits for Bend until `overpass.release()`. */
export async function searchHalfway(page: Page, overpass: OverpassServer): Promise<void> {
  overpass.hold('Bend');
  await openSearch(page);
  await searchLive(page);
  await startSearch(page, BREWERIES);
  await logged(page, `${IN_EACH_CITY} results so far`);
}

function breweries(city: string): object[] {
  return Array.from({ length: city === EMPTY_CITY ? 0 : IN_EACH_CITY }, (_, index) => ({
    type: 'node',
    // Each city's are others.
    id: Number.parseInt(Buffer.from(city.slice(0, 4)).toString('hex'), 16) * 10 + index,
    lat: 45 + index / 1000,
    lon: -122,
    tags: {
      name: `${city} Live Brewing ${index + 1}`,
      craft: 'brewery',
      'addr:housenumber': String(index + 1),
      'addr:street': `${city} St`,
    },
  }));
}

function answerOf(elements: readonly object[]): string {
  return JSON.stringify({
    version: 0.6,
    osm3s: { timestamp_osm_base: '2026-11-01T00:00:00Z' },
    elements: [{ type: 'relation', id: 1 }, ...elements],
  });
}
