import { describe, expect, it } from 'vitest';
import { checkIdToken, type Expected } from './id-token';

const NOW_MS = Date.UTC(2026, 0, 31, 12);
const NOW_S = NOW_MS / 1000;
const EXPECTED: Expected = {
  issuer: 'https://id.example/realms/atlas',
  clientId: 'web',
  organization: undefined,
  organizationClaim: undefined,
};
const CLAIMS = { iss: EXPECTED.issuer, sub: 'ada', aud: 'web', iat: NOW_S, exp: NOW_S + 3600 };

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const token = (claims: object = {}, header: object = {}) =>
  `${part({ alg: 'RS256', ...header })}.${part({ ...CLAIMS, ...claims })}.signature`;
const check =
  (text: string | undefined, expected: Partial<Expected> = {}) =>
  () => {
    checkIdToken(text, { ...EXPECTED, ...expected }, NOW_MS);
  };

describe('AUTH-05: the checks of an ID token', () => {
  it.each([
    ['as it should be', {}],
    ['for several, given to us', { aud: ['other', 'web'], azp: 'web' }],
    ['that ended within the leeway', { exp: NOW_S - 59 }],
    ['that begins within the leeway', { nbf: NOW_S + 59 }],
  ])('AUTH-05: one %s is taken', (_, claims) => {
    expect(check(token(claims))).not.toThrow();
  });

  it.each([
    ['of another issuer', { iss: 'https://id.example/realms/other' }, /another issuer/],
    ['of nobody', { sub: '' }, /names nobody/],
    ['for another app', { aud: 'other' }, /another app/],
    ['for several, given to another', { aud: ['other', 'web'], azp: 'other' }, /another app/],
    ['for several, given to who knows whom', { aud: ['other', 'web'] }, /another app/],
    ['that has expired', { exp: NOW_S - 61 }, /expired/],
    ['that is not valid yet', { nbf: NOW_S + 61 }, /not valid yet/],
    ['without an end', { exp: undefined }, /when it expires/],
  ])('AUTH-05: one %s is refused', (_, claims, message) => {
    expect(check(token(claims))).toThrow(message);
  });

  it.each(['none', 'HS256', 'RS512'])('AUTH-05: one signed with %s is refused', (alg) => {
    expect(check(token({}, { alg }))).toThrow(/not RS256/);
  });

  it('AUTH-05: none, and what is none, is refused', () => {
    expect(check(undefined)).toThrow(/missing/);
    expect(check('a.b.c')).toThrow(/missing/);
  });

  it('AUTH-05: an organization is demanded where one is configured', () => {
    const acme = { organization: 'Acme', organizationClaim: 'groups' };
    expect(check(token({ groups: ['Other', 'Acme'] }), acme)).not.toThrow();
    expect(check(token({ groups: ['Other'] }), acme)).toThrow(/another organization/);
    expect(check(token({ org_id: 'org_1' }), { organization: 'org_1' })).not.toThrow();
    expect(check(token({ org_id: 'org_2' }), { organization: 'org_1' })).toThrow(/another organization/);
  });
});
