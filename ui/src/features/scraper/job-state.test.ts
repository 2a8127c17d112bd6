import { describe, expect, it } from 'vitest';
import { jobBody } from '@/shared/testing/fakes';
import type { JobStatus } from '@/shared/api/generated';
import { initialState, isRunning, reduceJob } from './job-state';

// A newer server's status is none of those that this app knows.
const newer = (status: string) => status as JobStatus;

const AT = Date.UTC(2026, 2, 4, 15, 6, 9);

function afterPoll(answer: Parameters<typeof jobBody>[0]) {
  const job = { jobId: 'j', userId: 'u', enrich: false, startedAt: AT - 9_000 };
  const accepted = reduceJob(initialState(null, null), { type: 'accepted', job, at: AT - 9_000 });
  return reduceJob(accepted, { type: 'polled', job: jobBody(answer), at: AT });
}

describe('what there is to ask after', () => {
  it.each<JobStatus>(['queued', 'processing', newer('resting')])(
    'goes on while the server says that the job has not ended: %s',
    (status) => {
      const state = afterPoll({ status, ended: false });
      expect(isRunning(state)).toBe(true);
      expect(state.endedAt).toBeNull();
    },
  );

  it.each<JobStatus>(['completed', 'failed', 'cancelled', newer('withdrawn')])(
    'is over once the server says that it has: %s',
    (status) => {
      const state = afterPoll({ status, ended: true });
      expect(isRunning(state)).toBe(false);
      expect(state.endedAt).toBe(AT);
    },
  );
});
