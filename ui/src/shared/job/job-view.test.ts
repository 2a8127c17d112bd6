import { describe, expect, it } from 'vitest';
import type { JobBody, JobStatus } from '@/shared/api/generated';
import { jobBody } from '@/shared/testing/fakes';
import { phaseOf, progressValue, sessionStatus, type EnrichmentStep, type SessionStatus } from './job-view';
import { EXPIRES_AFTER_MS, isResumable } from './resumable';

// A status only a newer server knows.
const newer = (status: string) => status as JobStatus;

describe('JOB-08: the value of the progress bar', () => {
  it('JOB-08: 2 while submitting, 5 when queued', () => {
    const none = { progress: 0, enrich: true, step: 'none' } as const;
    expect(progressValue({ phase: 'submitting', ...none })).toBe(2);
    expect(progressValue({ phase: 'queued', ...none })).toBe(5);
  });

  it.each([
    [0, 5, 5],
    [9.9, 5, 5],
    [10, 15, 20],
    [20, 25, 40],
    [39, 25, 40],
    [40, 40, 60],
    [60, 55, 80],
    [79.9, 55, 80],
    [80, 70, 100],
    [100, 70, 100],
  ])('JOB-08: at %f percent it is %i with enrichment, %i without', (progress, enriched, plain) => {
    const value = (enrich: boolean) => progressValue({ phase: 'processing', progress, enrich, step: 'none' });
    expect([value(true), value(false)]).toEqual([enriched, plain]);
  });

  it.each<[EnrichmentStep, number]>([
    ['pending', 75],
    ['started', 80],
    ['applied', 90],
    ['done', 100],
    ['none', 100],
  ])('JOB-08: after completion, with the enrichment %s: %i', (step, value) => {
    expect(progressValue({ phase: 'completed', progress: 100, enrich: true, step })).toBe(value);
  });
});

it('JOB-05: a status of a newer server is shown as what it comes nearest to', () => {
  expect(phaseOf({ status: newer('resting'), ended: false })).toBe('processing');
  expect(phaseOf({ status: newer('withdrawn'), ended: true })).toBe('completed');
});

describe('the nine states of a session', () => {
  const NOW = Date.UTC(2026, 2, 4, 15, 6, 9);
  const here = { followed: false, dismissed: false };
  const enriching = { status: 'processing', enriched: 1, progress: 50, message: '' } as const;

  it.each<[SessionStatus, Partial<JobBody> | null, Partial<typeof here>, boolean]>([
    ['initialized', null, {}, false],
    ['active', { status: 'queued' }, {}, true],
    ['running', { status: 'processing' }, { followed: true }, true],
    ['paused', { status: 'processing' }, {}, true],
    ['enriching', { status: 'completed', enrichment: enriching }, {}, true],
    ['completed', { status: 'completed' }, {}, false],
    ['failed', { status: 'failed' }, {}, false],
    ['cancelled', { status: 'cancelled' }, {}, false],
    ['dismissed', { status: 'processing' }, { dismissed: true }, false],
  ])('JOB-12: %s', (expected, changes, inBrowser, resumable) => {
    const job = changes === null ? null : jobBody({ updated_at: new Date(NOW).toISOString(), ...changes });
    const status = sessionStatus(job, { ...here, ...inBrowser });
    expect(status).toBe(expected);
    if (job !== null) expect(isResumable(status, job, NOW + 1)).toBe(resumable);
  });

  it('JOB-12: can be resumed for 24 hours after the last thing that happened', () => {
    const job = jobBody({ status: 'processing', updated_at: new Date(NOW).toISOString() });
    expect(isResumable('paused', job, NOW + EXPIRES_AFTER_MS - 1)).toBe(true);
    expect(isResumable('paused', job, NOW + EXPIRES_AFTER_MS)).toBe(false);
  });
});
