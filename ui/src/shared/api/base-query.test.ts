import { describe, expect, it, vi } from 'vitest';
import { provideAccessToken } from '@/shared/auth/access-token';
import { brokenOff, creditStatus as status, fake, lost, refusal, text } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { api } from './api';
import { createStore } from './store';

const creditStatus = (userId: string) =>
  createStore().dispatch(api.endpoints.creditStatus.initiate({ userId }, { subscribe: false }));

describe('how calls go out', () => {
  it('AUTH-12: with the bearer token, and the user id encoded', async () => {
    provideAccessToken(() => Promise.resolve('token-1'));
    let seen: { url: string; authorization: string | null } | undefined;
    server.use(
      fake('creditStatus', ({ request }) => {
        seen = { url: request.url, authorization: request.headers.get('authorization') };
        return status();
      }),
    );
    await creditStatus('auth0|u/1');
    expect(seen?.authorization).toBe('Bearer token-1');
    expect(seen?.url).toContain('/api/credits/status/auth0%7Cu%2F1');
  });

  it('AUTH-04: a refused token is renewed once', async () => {
    const tokens = vi.fn(({ fresh }: { fresh?: boolean }) => Promise.resolve(fresh === true ? 'new' : 'old'));
    provideAccessToken(tokens);
    server.use(
      fake('creditStatus', ({ request }) =>
        request.headers.get('authorization') === 'Bearer new'
          ? status({ available_credits: 7 })
          : refusal(401, 'no', 'unauthorized'),
      ),
    );
    const { data } = await creditStatus('u');
    expect(data?.available_credits).toBe(7);
    expect(tokens).toHaveBeenCalledTimes(2);
  });

  it('JOB-14: a token that cannot be had is an error in words', async () => {
    provideAccessToken(() => Promise.reject(new Error('Login required')));
    const { error } = await creditStatus('u');
    expect(error).toMatchObject({ message: 'Unexpected error during credit check: Login required' });
  });

  it.each([
    ['was lost', lost],
    ['broke off', brokenOff],
  ])('JOB-14: a start whose answer %s is sent once more with the same key', async (_, failed) => {
    provideAccessToken(() => Promise.resolve('token'));
    const keys: (string | null)[] = [];
    server.use(
      fake('startScrape', ({ request }) => {
        keys.push(request.headers.get('idempotency-key'));
        return keys.length === 1
          ? failed()
          : { job_id: 'job-1', status: 'queued', skipped_cities: [], unknown_cities: [] };
      }),
    );
    const start = () =>
      createStore().dispatch(
        api.endpoints.startScrape.initiate({
          startScrape: { search_term: 'brewery', state: 'OR', cities: ['Bend'], user_id: 'u' },
        }),
      );
    expect((await start()).data?.job_id).toBe('job-1');
    expect(keys[0]).toMatch(/^[\w-]{21}$/);
    expect(keys).toEqual([keys[0], keys[0]]);
    await start();
    expect(keys).toHaveLength(3);
    expect(keys[2]).not.toBe(keys[0]);
  });

  it('ENR-02: a lost enrichment is not sent again here, since its caller does', async () => {
    let sent = 0;
    server.use(
      fake('enrich', () => {
        sent += 1;
        return lost();
      }),
    );
    const call = api.endpoints.enrich.initiate({ enrichSession: { sessionKey: 's1' } });
    expect((await createStore().dispatch(call)).error).toMatchObject({ kind: 'lost' });
    expect(sent).toBe(1);
  });

  it('JOB-14: an answer without a body is none', async () => {
    server.use(fake('creditStatus', text('')));
    const { error } = await creditStatus('u');
    expect(error).toMatchObject({
      message: 'No response from server during credit check. Please try again.',
    });
  });

  it.each([
    ['a server that cannot be reached', lost],
    ['an answer that breaks off', brokenOff],
  ])('JOB-14: %s is a lost connection', async (_, failed) => {
    server.use(fake('creditStatus', failed()));
    const { error } = await creditStatus('u');
    expect(error).toMatchObject({ kind: 'lost' });
  });
});
