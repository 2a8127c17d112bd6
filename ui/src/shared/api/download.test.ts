import { describe, expect, it } from 'vitest';
import { provideAccessToken } from '@/shared/auth/access-token';
import { downloadSession } from './download';

describe('a download whose token cannot be had', () => {
  it.each([
    [new Error('Failed to fetch'), /^Network connection lost during Export\./],
    [new Error('Timeout'), /^Export timed out\./],
    [Object.assign(new Error('The time is over'), { name: 'TimeoutError' }), /^Export timed out\./],
    [new Error('Login required'), /^Unexpected error during Export: Login required$/],
  ])('JOB-14, AUTH-04: says why, as any other call does (%s)', async (failure, words) => {
    provideAccessToken(() => Promise.reject(failure));
    expect(await downloadSession('session-1', { format: 'csv' })).toMatch(words);
  });
});
