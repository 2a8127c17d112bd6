/**
 * The checks of an ID token (OpenID Connect Core, 3.1.3.7) beyond nonce and constant subject, which the library does.
 * The signature is not checked: the token comes from the issuer itself over TLS, and the server checks the access
 * token's.
 */
import { SignInError } from './sign-in-error';

const LEEWAY_S = 60;

export interface Expected {
  issuer: string;
  clientId: string;
  organization: string | undefined;
  /** The claim with the organization's name; undefined for `org_id` and `org_name`. */
  organizationClaim: string | undefined;
}

type Claims = Readonly<Record<string, unknown>>;

export function checkIdToken(token: string | undefined, expected: Expected, nowMs: number): void {
  const [header, claims] = token === undefined ? [] : token.split('.').slice(0, 2).map(decoded);
  if (header === undefined || claims === undefined) throw refused('it is missing');
  if (header.alg !== 'RS256') throw refused(`it is signed with ${String(header.alg)}, not RS256`);
  if (claims.iss !== expected.issuer) throw refused('it names another issuer');
  if (typeof claims.sub !== 'string' || claims.sub === '') throw refused('it names nobody');
  const audience = [claims.aud].flat();
  if (!audience.includes(expected.clientId)) throw refused('it is meant for another app');
  const forUs = claims.azp === undefined ? audience.length === 1 : claims.azp === expected.clientId;
  if (!forUs) throw refused('it was given to another app');
  checkTimes(claims, nowMs / 1000);
  checkOrganization(claims, expected);
}

function checkTimes({ exp, iat, nbf }: Claims, now: number): void {
  if (typeof exp !== 'number' || typeof iat !== 'number') throw refused('it does not say when it expires');
  if (now > exp + LEEWAY_S) throw refused("it has expired. Please check your computer's clock");
  if (typeof nbf === 'number' && now < nbf - LEEWAY_S) {
    throw refused("it is not valid yet. Please check your computer's clock");
  }
}

function checkOrganization(claims: Claims, { organization, organizationClaim }: Expected): void {
  if (organization === undefined) return;
  const named =
    organizationClaim !== undefined
      ? [claims[organizationClaim]].flat().includes(organization)
      : organization.startsWith('org_')
        ? claims.org_id === organization
        : claims.org_name === organization.toLowerCase();
  if (!named) throw refused('it belongs to another organization');
}

/** The claims of a checked token. */
export function claimsOf(token: string): Claims {
  return decoded(token.split('.')[1] ?? '') ?? {};
}

function decoded(part: string): Claims | undefined {
  try {
    const bytes = Uint8Array.from(atob(part.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Claims;
  } catch {
    return undefined;
  }
}

function refused(reason: string): SignInError {
  return new SignInError('invalid_token', `The identity provider's ID token is not acceptable: ${reason}.`);
}
