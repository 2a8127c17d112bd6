/** Schedules, and the releases of a listing that their runs compare. */
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import type { MonitorBody } from '@/shared/api/generated';
import { businessesIn, listingCsv, type MadeUpBusiness, type MadeUpCity } from './listing';
import { withoutPauses } from './search';
import type { Server } from './server';

const RUN_TIMEOUT_MS = 60_000;
const SHOWN_MS = 1_000;

/** A city of a flow's own, with a listing of its name: another import replaces the release. */
export class Listing {
  constructor(
    private readonly server: Server,
    readonly city: MadeUpCity,
  ) {}

  async release(businesses: readonly MadeUpBusiness[]): Promise<void> {
    const name = this.city.city.toLowerCase().replaceAll(' ', '-');
    await this.server.importListing(listingCsv(businesses), { name });
  }

  /** The first release: this many businesses. */
  async begin(count: number): Promise<MadeUpBusiness[]> {
    const businesses = businessesIn(this.city, count);
    await this.release(businesses);
    return businesses;
  }

  /** What a schedule is asked to search. */
  get search() {
    return { search_term: 'brewery', state: this.city.state, cities: [this.city.city] };
  }
}

/** A later release: `added` new ones, the first with another phone, the second elsewhere, the last one gone. */
export function later(before: readonly MadeUpBusiness[], city: MadeUpCity, added: number): MadeUpBusiness[] {
  const kept = before.slice(0, -1).map((business, index) => {
    if (index === 0) return { ...business, phone: '541-555-0199' };
    // About 350 m to the north.
    return index === 1 ? { ...business, latitude: (business.latitude ?? 0) + 0.0032 } : business;
  });
  return [...kept, ...more(before, city, added)];
}

/** This many new ones beside the others. */
export function more(before: readonly MadeUpBusiness[], city: MadeUpCity, added: number): MadeUpBusiness[] {
  return businessesIn(city, before.length + added).slice(before.length);
}

interface Wanted {
  budget?: number;
  first?: 'known' | 'all';
}

/** Sets a daily schedule without the browser, and waits until its first run is done. */
export async function scheduleByApi(
  api: APIRequestContext,
  search: object,
  { budget = 50, first = 'known' }: Wanted = {},
): Promise<MonitorBody> {
  const schedule = { every: 'day', at: '06:00', zone: 'America/Los_Angeles' };
  const made = await api.post('/api/monitors', { data: { ...search, schedule, budget, first } });
  expect(made.status(), await made.text()).toBe(201);
  const { id } = (await made.json()) as MonitorBody;
  return runEnded(api, id);
}

/** The schedule once no run of it goes on. */
export async function runEnded(api: APIRequestContext, id: string): Promise<MonitorBody> {
  const monitor = async () => (await (await api.get(`/api/monitors/${id}`)).json()) as MonitorBody;
  await expect
    .poll(async () => (await monitor()).running ?? null, {
      timeout: RUN_TIMEOUT_MS,
      intervals: [20, 50, 100, 250],
    })
    .toBeNull();
  return monitor();
}

/** Starts a run without the browser, and waits for its end. */
export async function runByApi(api: APIRequestContext, id: string): Promise<MonitorBody> {
  const started = await api.post(`/api/monitors/${id}/run`);
  expect(started.status(), await started.text()).toBe(202);
  return runEnded(api, id);
}

/** Opens a page with a clock that jumps over its pauses between looks at the server. */
export async function openSchedules(page: Page, path = '/schedule'): Promise<void> {
  await page.clock.install();
  await page.goto(path);
}

/** Waits until something shows, without the pauses between looks at the server. */
export function shown(page: Page, what: Locator): Promise<void> {
  return withoutPauses(page, () => expect(what).toBeVisible({ timeout: SHOWN_MS }));
}

export function rowOf(page: Page, name: string): Locator {
  return page.getByRole('table', { name: 'Schedules' }).getByRole('row').filter({ hasText: name });
}
