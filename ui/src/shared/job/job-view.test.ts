import { describe, expect, it } from 'vitest';
import { progressValue } from './job-view';

const processing = (jobProgress: number, enrich: boolean) =>
  progressValue({ phase: 'processing', jobProgress, enrichment: enrich ? 'pending' : 'none' });

describe('JOB-08: the value of the progress bar', () => {
  it('JOB-08: 2 while submitting, 5 when queued', () => {
    expect(progressValue({ phase: 'submitting', jobProgress: 0, enrichment: 'none' })).toBe(2);
    expect(progressValue({ phase: 'queued', jobProgress: 0, enrichment: 'pending' })).toBe(5);
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
    expect(processing(progress, true)).toBe(enriched);
    expect(processing(progress, false)).toBe(plain);
  });

  it('JOB-08: after completion 75, 80, 90, 100 with enrichment; 100 without', () => {
    const completed = { phase: 'completed', jobProgress: 100, enrichment: 'pending' } as const;
    expect(progressValue(completed)).toBe(75);
    expect(progressValue({ ...completed, enrichment: 'started' })).toBe(80);
    expect(progressValue({ ...completed, enrichment: 'applied' })).toBe(90);
    expect(progressValue({ ...completed, enrichment: 'done' })).toBe(100);
    expect(progressValue({ ...completed, enrichment: 'none' })).toBe(100);
  });
});
