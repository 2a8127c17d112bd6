import { describe, expect, it } from 'vitest';
import { safePath } from './safe-path';

describe('where a sign-in may lead', () => {
  it.each(['/logs', '/googlemaps?sessionKey=a%20b', '/account/k/3#notes'])('AUTH-08: %s is kept', (path) => {
    expect(safePath(path)).toBe(path);
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/./\\evil.example',
    '/%2e//evil.example',
    'javascript:alert(1)',
    'logs',
    '/callback?code=1',
    '',
    null,
    undefined,
  ])('AUTH-08: %j becomes the home page', (path) => {
    expect(safePath(path)).toBe('/');
  });
});
