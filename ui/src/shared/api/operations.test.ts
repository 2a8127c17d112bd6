import { describe, expect, expectTypeOf, it } from 'vitest';
import type { generatedApi } from './generated';
import { OPERATIONS, TIME_LIMITS_MS, type OperationName } from './operations';

describe('JOB-14: names and time limits', () => {
  it('JOB-14: every endpoint has its operation, and no other', () => {
    // A type error here: operations.ts lacks an endpoint of the OpenAPI document, or has one too many.
    expectTypeOf<OperationName>().toEqualTypeOf<keyof typeof generatedApi.endpoints>();
  });

  it('JOB-14: 5 minutes, but scrape 15, enrich 30, export 10, tile 3, and 30 seconds for jobs', () => {
    const seconds = Object.entries(TIME_LIMITS_MS).map(([kind, limit]) => [kind, limit / 1000]);
    expect(Object.fromEntries(seconds)).toEqual({
      default: 300,
      scrape: 900,
      enrich: 1800,
      export: 600,
      tile: 180,
      jobs: 30,
    });
    expect(OPERATIONS.scrape.timeoutMs).toBe(TIME_LIMITS_MS.scrape);
    expect(OPERATIONS.enrich.timeoutMs).toBe(TIME_LIMITS_MS.enrich);
    expect(OPERATIONS.exportRows.timeoutMs).toBe(TIME_LIMITS_MS.export);
    for (const name of ['startScrape', 'getJob', 'getJobStatus', 'getJobResult', 'cancelJob'] as const) {
      expect(OPERATIONS[name].timeoutMs).toBe(TIME_LIMITS_MS.jobs);
    }
  });
});
