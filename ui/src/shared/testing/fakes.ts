/**
 * Fake server answers, typed by the OpenAPI document: a fake that differs from the server does not compile. Tests may
 * answer only through this file (enforced by lint).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { delay, http, HttpResponse, type HttpHandler } from 'msw';
import type {
  AboutRows,
  CreditStatusApiResponse,
  DatasetBody,
  ErrorBody,
  Estimate,
  Field,
  FieldsBody,
  generatedApi,
  HistoryEntryBody,
  JobBody,
  JobStatus,
  LedgerEntryBody,
  PackedJobResultBody,
  PlanBody,
  PlansBody,
  RedemptionBody,
  ResultRow,
  SourcesBody,
  Tier,
  WebsiteBody,
} from '@/shared/api/generated';
import { USER_ID } from './render';

type Endpoints = typeof generatedApi.endpoints;

// An answer without a body has no type of its own: see fakeDone. Shapes are any object.
type Bodiless = 'markJobSeen' | 'deleteMonitor';
type FakeName = Exclude<keyof Endpoints, Bodiless | 'getAtlasTractShapes'>;
type AnswerOf<Name extends FakeName> = Endpoints[Name]['Types']['ResultType'];

/** Not the endpoint's own answer: an error, a file, a lost connection. */
class Other {
  constructor(readonly response: () => Response | Promise<Response>) {}
}

interface Call {
  request: Request;
  params: Readonly<Record<string, unknown>>;
}

type Answer<Name extends FakeName> = AnswerOf<Name> | Other;
type Resolver<Name extends FakeName> = Answer<Name> | ((call: Call) => Answer<Name> | Promise<Answer<Name>>);

/** Answers an endpoint with a body of its type, or a function of the call. */
export function fake<Name extends FakeName>(
  name: Name,
  resolver: Resolver<Name>,
  options: { once?: boolean } = {},
): HttpHandler {
  const { method, path } = routeOf(name);
  return http[method](
    path,
    async ({ request, params }) => {
      const answer = typeof resolver === 'function' ? await resolver({ request, params }) : resolver;
      return answer instanceof Other ? answer.response() : HttpResponse.json(answer as object);
    },
    options,
  );
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

interface Document {
  paths: Record<string, Partial<Record<(typeof METHODS)[number], { operationId: string }>>>;
}

const DOCUMENT = join(import.meta.dirname, '../../../../docs/openapi.json');
const { paths } = JSON.parse(readFileSync(DOCUMENT, 'utf8')) as Document;

/** Where the document has an endpoint, in msw's spelling. */
function routeOf(name: FakeName | Bodiless) {
  for (const [path, operations] of Object.entries(paths)) {
    for (const method of METHODS) {
      if (operations[method]?.operationId === name)
        return { method, path: `*${path.replace(/{(\w+)}/g, ':$1')}` };
    }
  }
  throw new Error(`The API's document has no ${name}: run make generate.`);
}

/** An error as the server sends it. */
export function refusal(status: number, message = 'It failed', code = 'failed'): Other {
  const body: ErrorBody = { success: false, message, error: { code, message, request_id: 'r1' } };
  return new Other(() => HttpResponse.json(body, { status }));
}

/** Answers an endpoint whose answer has no body; `note` gets the call. */
export function fakeDone(name: Bodiless, note: (call: Call) => void | Promise<void>): HttpHandler {
  const { method, path } = routeOf(name);
  return http[method](path, async ({ request, params }) => {
    await note({ request, params });
    return new HttpResponse(null, { status: 204 });
  });
}

/** Records the sessions that are marked as seen. */
export function fakeSeen(seen: string[] = []): HttpHandler {
  return fakeDone('markJobSeen', ({ params }) => {
    seen.push(String(params.jobId));
  });
}

export function accepted(body: object): Other {
  return new Other(() => HttpResponse.json(body as Record<string, never>, { status: 202 }));
}

/** Not JSON: a file, or a proxy's page. */
export function text(body: string, status = 200): Other {
  return new Other(() => new HttpResponse(body, { status }));
}

/** The connection is lost before an answer. */
export function lost(): Other {
  return new Other(() => HttpResponse.error());
}

/** The connection is lost in the middle of the answer. */
export function brokenOff(): Other {
  return new Other(() => {
    const body = new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('{"half":'));
        controller.error(new TypeError('network error'));
      },
    });
    return new HttpResponse(body, { headers: { 'content-type': 'application/json' } });
  });
}

/** The answer never comes. */
export function pending(): Other {
  return new Other(async () => {
    await delay('infinite');
    return HttpResponse.error();
  });
}

/** The events of a job, sent one by one; `connections` are the calls answered with them. */
export function jobEvents() {
  const connections: { request: Request; cut: () => void }[] = [];
  let current: ReadableStreamDefaultController<Uint8Array> | null = null;
  return {
    connections,
    open: ({ request }: Call): Other =>
      new Other(() => {
        const body = new ReadableStream<Uint8Array>({
          start: (controller) => {
            current = controller;
            connections.push({
              request,
              cut: () => {
                controller.close();
              },
            });
          },
        });
        return new HttpResponse(body, { headers: { 'content-type': 'text/event-stream' } });
      }),
    send: (id: string, job: JobBody, event: 'job' | 'end' = 'job'): void => {
      const text = `event: ${event}\nid: ${id}\ndata: ${JSON.stringify(job)}\n\n`;
      current?.enqueue(new TextEncoder().encode(text));
    },
  };
}

/** The catalogue with the shipped listing, and OpenStreetMap live. */
export function sourcesBody(datasets: DatasetBody[] = [datasetBody()]): SourcesBody {
  const source = { by_default: true, sample: false, storable: true };
  return {
    sources: [
      { ...source, name: 'catalogue', label: 'Imported listings', rows: 8213, datasets },
      { ...source, name: 'osm', label: 'OpenStreetMap (live)', licence: 'ODbL-1.0' },
      { ...source, name: 'sample', label: 'Sample data (made up)', by_default: false, sample: true },
    ],
  };
}

export function datasetBody(changes: Partial<DatasetBody> = {}): DatasetBody {
  return {
    name: 'open-brewery-db',
    rows: 8213,
    licence: 'MIT',
    covers: 'breweries in all states',
    age_days: 112,
    shipped: true,
    imported_at: '2026-11-22T00:00:00Z',
    ...changes,
  };
}

/** For a search that the shipped listing answers. */
export function estimate(changes: Partial<Estimate> = {}): Estimate {
  return {
    answers: [
      {
        source: 'catalogue',
        label: 'open-brewery-db',
        licence: 'MIT',
        age_days: 112,
        live: false,
        shipped: true,
        sample: false,
        storable: true,
        cities: ['Portland', 'Bend'],
      },
    ],
    rows_at_most: 98,
    rows_are_more: false,
    credits_at_most: 98,
    credits_left: 412,
    skipped_cities: [],
    unknown_cities: [],
    fetch_command: 'demandatlas places fetch overture --state OR',
    ...changes,
  };
}

export function creditStatus(changes: Partial<CreditStatusApiResponse> = {}): CreditStatusApiResponse {
  return {
    user_id: USER_ID,
    available_credits: 412,
    total_credits: 600,
    used_credits: 188,
    percentage_used: 31.3,
    tier: 'business',
    last_reset: '2026-03-01T00:00:00Z',
    next_reset: '2026-04-01T00:00:00Z',
    can_enrich: true,
    can_save_companies: true,
    max_saves: 10_000,
    credit_system_used: true,
    ...changes,
  };
}

export function historyEntry(changes: Partial<HistoryEntryBody> = {}): HistoryEntryBody {
  return {
    session_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    timestamp: '2026-03-04T15:06:00Z',
    scrape_type: 'google_maps',
    results_count: 12,
    credits_consumed: 12,
    status: 'completed',
    search: { term: 'brewery', state: 'OR', cities: ['Portland', 'Bend'], city_count: 2 },
    ...changes,
  };
}

export function jobBody(changes: Partial<JobBody> = {}): JobBody {
  const { status = 'completed' } = changes;
  return {
    job_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    status,
    enrich: false,
    ended: status !== 'queued' && status !== 'processing',
    progress: 100,
    message: 'Completed',
    search_term: 'brewery',
    state: 'OR',
    cities: ['Portland', 'Bend'],
    skipped_cities: [],
    unknown_cities: [],
    rows_deleted: false,
    list_only: false,
    results_count: 2,
    sample: false,
    source: 'catalogue',
    cities_found: [],
    credits_charged: 2,
    enrichment: { status: 'not_requested', enriched: 0, message: '', progress: 0 },
    created_at: '2026-03-04T15:06:00Z',
    updated_at: '2026-03-04T15:06:09Z',
    ...changes,
  };
}

/** What a website says: nothing, unless a test needs it. */
export function websiteBody(changes: Partial<WebsiteBody> = {}): WebsiteBody {
  return {
    emails: [],
    phones: [],
    social: {},
    technology: [],
    read_at: '2026-11-23T12:00:00Z',
    wants: ['email'],
    ...changes,
  };
}

export function resultRow(changes: Partial<ResultRow> = {}): ResultRow {
  return { row_idx: 0, name: 'Alder Brewing', source: 'test', sample: false, ...changes };
}

/** The answer of GET /api/jobs/{id}/result to a call for packed rows: its slice of the rows, its columns. */
export function packedResult(
  request: Request,
  rows: readonly ResultRow[],
  about: Partial<AboutRows> & { status?: JobStatus } = {},
): PackedJobResultBody {
  const query = new URL(request.url).searchParams;
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? rows.length);
  const asked = query.get('columns')?.split(',') ?? [];
  const columns = ['row_idx', 'source_set', ...asked];
  const { status = 'completed', ...rest } = about;
  return {
    status,
    result: {
      columns,
      rows: rows
        .slice(offset, offset + limit)
        .map((row) => columns.map((column) => (row as Record<string, unknown>)[column] ?? null)),
      total: rows.length,
      offset,
      enrichment_applied: false,
      sample: false,
      sources: [],
      source_sets: [],
      businesses: [],
      factor_sets: [],
      ...rest,
    },
  };
}

export function redemption(changes: Partial<RedemptionBody> = {}): RedemptionBody {
  const { user_id, available_credits, total_credits, used_credits, percentage_used, tier, last_reset } =
    creditStatus({ available_credits: 512, total_credits: 700 });
  return {
    success: true,
    message: 'Coupon redeemed: 100 credits added',
    balance: { user_id, available_credits, total_credits, used_credits, percentage_used, tier, last_reset },
    ...changes,
  };
}

/** A ledger entry: twenty results of a session, delivered. */
export function ledgerEntry(changes: Partial<LedgerEntryBody> = {}): LedgerEntryBody {
  return {
    sequence: 1,
    timestamp: '2026-03-04T15:06:00Z',
    event: 'CreditsDebited',
    credits: -20,
    reserved: -20,
    available: 230,
    monthly: 200,
    bought: 30,
    held: 0,
    tier: 'pro',
    session_id: '0f8fad5b-d9cb-469f-a165-70867728950e',
    actor: 'system',
    note: '20 results (standard)',
    ...changes,
  };
}

/** The four plans as the server has them. */
export function plansBody(): PlansBody {
  const plan = (tier: Tier, dollars: number, credits: number, maxSaves: number): PlanBody => ({
    tier,
    dollars_a_month: dollars,
    credits_a_month: credits,
    rollover_ceiling: 2 * credits,
    can_enrich: tier !== 'basic',
    can_save_companies: tier !== 'basic',
    max_saves: maxSaves,
  });
  return {
    plans: [
      plan('basic', 0, 100, 1_000),
      plan('pro', 99, 250, 25_000),
      plan('business', 199, 600, 50_000),
      plan('enterprise', 499, 2_000, 100_000),
    ],
    credits_per_result: 1,
    credits_per_enriched_result: 2,
  };
}

export function field(changes: Partial<Field> = {}): Field {
  return {
    key: 'median_income_tract',
    label: 'Median Household Income (Tract)',
    aliases: ['median_household_income_tract', 'Median Income (Tract)'],
    group: 'neighborhood',
    type: 'number',
    format: 'dollars',
    decimals: 0,
    unit: 'usd',
    level: 'tract',
    fact: true,
    description: 'As published; in the ACS B19013.',
    tables: ['acs'],
    available: true,
    ...changes,
  };
}

/** The server's groups and a table, with these fields. */
export function fieldsBody(fields: Field[] = [field()]): FieldsBody {
  return {
    groups: [
      { key: 'company', label: 'Company' },
      { key: 'neighborhood', label: 'Neighborhood Demographics' },
      { key: 'weather', label: 'Weather Risks' },
    ],
    tables: [
      {
        id: 'acs',
        title: 'American Community Survey, 5-year',
        publisher: 'US Census Bureau',
        vintages: ['2019-2023'],
      },
    ],
    fields,
  };
}
