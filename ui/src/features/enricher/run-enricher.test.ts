import { expect, it } from 'vitest';
import { createStore } from '@/shared/api/store';
import { creditStatus, fake, refusal, resultRow } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { runEnricher } from './run-enricher';

it.each([
  ['before the credits are known', 'creditStatus', []],
  ['while it is searched', 'scrape', ['scrape']],
] as const)('ENR-03: who leaves %s is charged for nothing more', async (_, call, begun) => {
  const leaving = new AbortController();
  const asked: string[] = [];
  const said: string[] = [];
  const leaveDuring = (name: string) => {
    if (name === call) leaving.abort();
  };
  server.use(
    fake('creditStatus', () => {
      leaveDuring('creditStatus');
      return creditStatus();
    }),
    fake('scrape', () => {
      asked.push('scrape');
      leaveDuring('scrape');
      return {
        sessionKey: 's1',
        status: 'completed',
        message: '',
        results: [resultRow()],
        sample: false,
        sources: [],
        source_sets: [],
      };
    }),
    fake('enrich', () => {
      asked.push('enrich');
      return refusal(403);
    }),
  );
  const say = (text: string) => {
    if (!leaving.signal.aborted) said.push(text);
  };
  const run = { userId: 'u1', signal: leaving.signal, say };
  await runEnricher(createStore().dispatch, { query: 'breweries', state: '' }, run);
  expect(asked).toEqual(begun);
  expect(said).toEqual(['Searching for "breweries"']);
});
