// The calls of a workload: how each is made, and what of its answer is recorded.

/** How long a call may take before nobody waits for it any more. */
const TIMEOUT_MS = 30_000;

const balance = ({ available_credits, total_credits, used_credits, tier }) => ({
  available_credits,
  total_credits,
  used_credits,
  tier,
});
const form = ({ crmData, lastSaved, companyId, businessId }) => ({
  notes: crmData.notes,
  last_saved: lastSaved,
  company_id: companyId,
  business_id: businessId,
});
const changes = ({ changed, unchanged, failed }) => ({ changed, unchanged, failed });
const one = ({ company }) => ({ company_ids: [company] });
const post = (path, body, keep) => ({ method: 'POST', path: typeof path === 'string' ? () => path : path, body, keep });
const get = (path, keep) => ({ method: 'GET', path, keep });
const mine =
  (path) =>
  (_, { sub }) =>
    `${path}/${encodeURIComponent(sub)}`;

/** By name. `path` and `body` are of a request and its user, `keep` of the answer's body. */
const CALLS = {
  balance: get(mine('/api/credits/status'), balance),
  ledger: get(
    ({ after, limit }, { sub }) => `/api/credits/ledger/${encodeURIComponent(sub)}?after=${after}&limit=${limit}`,
    ({ entries }) => ({
      entries: entries.map(({ sequence, event, credits, reserved, available }) => [
        sequence,
        event,
        credits,
        reserved,
        available,
      ]),
    }),
  ),
  redeem: post(
    mine('/api/credits/redeem'),
    ({ code }) => ({ coupon_code: code }),
    ({ success, message, balance: after }) => ({ success, message, balance: after && balance(after) }),
  ),
  start: post(
    '/api/jobs/scrape',
    (request) => request,
    ({ job_id }) => ({ job_id }),
  ),
  cancel: post(
    ({ job }) => `/api/jobs/${job}/cancel`,
    () => ({}),
    ({ status }) => ({ status }),
  ),
  job: get(
    ({ job }) => `/api/jobs/${job}`,
    ({ status, ended, results_count, credits_charged, enrichment }) => ({
      status,
      ended,
      results_count,
      credits_charged,
      enrichment: { status: enrichment.status, enriched: enrichment.enriched },
    }),
  ),
  save: post(
    '/api/save-company',
    ({ session, row }) => ({ session_id: session, business_data: { row_idx: row } }),
    ({ already_exists }) => ({ already_exists }),
  ),
  remove: post('/api/saved-companies/remove', one, changes),
  restore: post('/api/saved-companies/restore', one, changes),
  tag: post(
    '/api/saved-companies/tags',
    ({ company, add, remove }) => ({ company_ids: [company], add: add ? [add] : [], remove: remove ? [remove] : [] }),
    changes,
  ),
  list: get(
    ({ limit }) => `/api/saved-companies?page=1&limit=${limit}`,
    ({ companies, total_count }) => ({
      total_count,
      companies: companies.map(({ company_id, session_id, business_row_idx, tags, crm_data }) => ({
        company_id,
        session: session_id,
        row: business_row_idx,
        tags,
        notes: crm_data.notes,
      })),
    }),
  ),
  write: post(
    '/api/crm-data',
    ({ session, row, notes, based_on: seen }) => ({
      sessionKey: session,
      rowIdx: row,
      crmData: { notes },
      ...(seen === undefined ? {} : { lastSaved: seen.last_saved }),
    }),
    form,
  ),
  read: get(({ session, row }) => `/api/crm-data?sessionKey=${session}&rowIdx=${row}`, form),
};

/**
 * Makes a call and returns what is recorded of its answer. Where none comes, `unknown` says why, and `unsent` that the
 * server was not reached. With `patience`, the client goes away after so many milliseconds.
 */
export async function made({ url, token, user, name, request, key, patience = TIMEOUT_MS }) {
  const { method, path, body, keep } = CALLS[name];
  const headers = { authorization: `Bearer ${token}` };
  if (method === 'POST') headers['content-type'] = 'application/json';
  if (key !== undefined) headers['idempotency-key'] = key;
  try {
    const answer = await fetch(url + path(request, user), {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body(request)),
      signal: AbortSignal.timeout(patience),
    });
    const said = await answer.json();
    const replayed = answer.headers.has('idempotent-replayed') ? { replayed: true } : {};
    return { status: answer.status, ...replayed, answer: answer.ok ? keep(said) : refusal(said) };
  } catch (error) {
    const code = error.cause?.code ?? error.name;
    return { unknown: code, ...(code === 'ECONNREFUSED' ? { unsent: true } : {}) };
  }
}

function refusal({ error, stored }) {
  return { code: error?.code, message: error?.message, ...(stored ? { stored: form(stored) } : {}) };
}

/** Reads all of something, again and again until the server answers. */
export async function insisted(url, token, path) {
  for (let tries = 0; ; tries += 1) {
    const answer = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } }).catch(() => undefined);
    if (answer?.ok) return answer.json();
    if (tries >= 100) throw new Error(`GET ${path} is not answered at the end: ${answer?.status}`);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
}
