import { describe, expect, it } from 'vitest';
import { errorDetail, errorMessage, errorStatus, toApiError } from './api-error';

describe('JOB-14: failed calls in words', () => {
  it('JOB-14: timeout', () => {
    expect(toApiError({ status: 'TIMEOUT_ERROR', error: '' }, 'Scraping', true).message).toBe(
      'Scraping timed out. This is usually due to server load - please try again in a moment.',
    );
  });

  it('JOB-14: network lost, and no network at all', () => {
    const lost = { status: 'FETCH_ERROR', error: 'TypeError: Failed to fetch' } as const;
    expect(toApiError(lost, 'Export', true).message).toBe(
      'Network connection lost during Export. The server may be temporarily unavailable - please try again.',
    );
    expect(toApiError(lost, 'Export', false).message).toBe(
      'Connection error during Export. Please check your internet connection and try again.',
    );
  });

  it("JOB-14: the server's answer, with its own words", () => {
    const error = toApiError(
      {
        status: 402,
        data: { error: { code: 'insufficient_credits', message: 'Too few credits', request_id: 'r' } },
      },
      'Scraping',
      true,
    );
    expect(error.message).toBe('Server error (402): Too few credits');
    expect(error.code).toBe('insufficient_credits');
    expect(errorStatus(error)).toBe('402');
    expect(errorDetail(error)).toBe('Too few credits');
    const html = { status: 'PARSING_ERROR', originalStatus: 502, data: '<html>', error: '' } as const;
    expect(toApiError(html, 'Scraping', true).message).toBe('Server error (502): no further detail');
  });

  it('JOB-14: no response, and the unexpected', () => {
    const answer = { status: 'PARSING_ERROR', originalStatus: 200, error: '' } as const;
    expect(toApiError({ ...answer, data: '' }, 'Scraping', true).message).toBe(
      'No response from server during Scraping. Please try again.',
    );
    expect(toApiError({ ...answer, data: '<html>' }, 'Scraping', true).message).toBe(
      'Unexpected error during Scraping: the answer could not be read',
    );
    expect(errorMessage(undefined)).toBe('Something went wrong. Please try again.');
  });
});
