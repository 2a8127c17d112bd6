import { expect, it } from 'vitest';
import type { EnrichmentBody } from '@/shared/api/generated';
import { createStore } from '@/shared/api/store';
import { fake, jobBody, lost, packedResult, refusal, resultRow } from '@/shared/testing/fakes';
import { server } from '@/shared/testing/server';
import { followEarlierRun, type EarlierRun } from './earlier-run';

/** Follows a session whose enrichment stands so, one answer after another; null where nobody is reached. */
async function follow(...answers: (EnrichmentBody['status'] | null)[]) {
  const shown: string[] = [];
  const rows = [resultRow(), resultRow({ row_idx: 1 })];
  let asked = 0;
  server.use(
    fake('getJobResult', ({ request }) => packedResult(request, rows)),
    fake('getJobStatus', () => {
      const status = answers[asked++];
      if (status === undefined) return refusal(404);
      if (status === null) return lost();
      return jobBody({ job_id: 's1', enrichment: { status, enriched: asked, progress: 0, message: '' } });
    }),
  );
  const show = (run: EarlierRun) => {
    shown.push(`${run.phase}, ${run.step}: ${run.results.enrichedRows}`);
  };
  const { signal } = new AbortController();
  await followEarlierRun(createStore().dispatch, 's1', { signal, show, pollMs: 0 });
  return shown;
}

it('ENR-03: an enrichment that goes on is followed to its end, also where nobody is reached for a while', async () => {
  expect(await follow('processing', null, 'completed')).toEqual([
    'processing, started: 1',
    'completed, done: 3',
  ]);
});

it.each(['not_requested', 'failed', 'cancelled'] as const)(
  'ENR-03: one that is %s is shown once',
  async (status) => {
    expect(await follow(status)).toEqual(['idle, none: 1']);
  },
);

it('ENR-03: what cannot be shown at all is thrown', async () => {
  await expect(follow(null)).rejects.toMatchObject({ kind: 'lost' });
});
