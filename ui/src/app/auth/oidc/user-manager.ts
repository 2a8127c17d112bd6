/** The library with the specification's limits, retries and checks of ID tokens. */
import { ErrorTimeout, User, UserManager, type OidcMetadata, type RefreshState } from 'oidc-client-ts';
import type { AppConfig } from '@/shared/config/config-context';
import { paths } from '@/shared/paths';
import { EXPIRY_MARGIN_S, HTTP_TIMEOUT_S, POPUP, TRANSACTION_DAYS } from '../identity-provider';
import { checkIdToken, type Expected } from './id-token';
import { transactionStore, userStore } from './stores';

const ATTEMPTS = 3;
/** The only page of ours that may be framed, by ourselves; the provider answers a silent sign-in there. */
const SILENT_CALLBACK = 'silent-callback.html';

type RefreshArgs = Parameters<UserManager['signinSilent']>[0] & { state: RefreshState };

export class RetryingUserManager extends UserManager {
  readonly #expected: Expected;

  constructor(config: AppConfig) {
    const { origin } = window.location;
    const { parameters, scope } = config.sign_in;
    super({
      authority: config.issuer,
      metadata: metadata(config),
      client_id: config.client_id,
      redirect_uri: `${origin}${paths.callback()}`,
      popup_redirect_uri: `${origin}${paths.callback()}`,
      silent_redirect_uri: `${origin}/${SILENT_CALLBACK}`,
      post_logout_redirect_uri: origin,
      scope,
      extraQueryParams: parameters,
      // RFC 8707 repeats the API in the token request; Auth0's parameter is for the first step only.
      extraTokenParams: parameters.resource === undefined ? {} : { resource: parameters.resource },
      userStore,
      stateStore: transactionStore,
      staleStateAgeInSeconds: TRANSACTION_DAYS * 24 * 60 * 60,
      requestTimeoutInSeconds: HTTP_TIMEOUT_S,
      silentRequestTimeoutInSeconds: HTTP_TIMEOUT_S,
      accessTokenExpiringNotificationTimeInSeconds: EXPIRY_MARGIN_S,
      popupWindowFeatures: { width: POPUP.width, height: POPUP.height },
      // Tokens are renewed when a call needs one (token-expiry.ts).
      automaticSilentRenew: false,
      monitorSession: false,
      loadUserInfo: false,
    });
    this.#expected = {
      issuer: config.issuer,
      clientId: config.client_id,
      organization: config.organization ?? undefined,
      organizationClaim: config.sign_in.organization_claim ?? undefined,
    };
  }

  /** Takes the provider's answer and tries three times to get its tokens. */
  protected override async _signinEnd(url: string, verifySub?: string): Promise<User> {
    try {
      const answer = await retried(() => this._client.processSigninResponse(url, undefined, false));
      this.checkIdToken(answer.id_token);
      return await this._buildUser(answer, verifySub);
    } finally {
      await this.settings.stateStore.remove(new URL(url).searchParams.get('state') ?? '');
    }
  }

  protected override async _useRefreshToken(args: RefreshArgs): Promise<User> {
    const answer = await retried(() => this._client.useRefreshToken(args));
    if (args.state.id_token !== answer.id_token) this.checkIdToken(answer.id_token);
    // A renewed ID token need not repeat who the user is (OpenID Connect Core, 12.2).
    const profile = { ...args.state.profile, ...answer.profile };
    // The answer contains what is new; the library's own method merges likewise.
    // eslint-disable-next-line @typescript-eslint/no-misused-spread -- data alone is wanted of both
    return this.keep(new User({ ...args.state, ...answer, profile }));
  }

  /** Makes this the user of this browser. */
  async keep(user: User): Promise<User> {
    await this.storeUser(user);
    await this._events.load(user);
    return user;
  }

  checkIdToken(token: string | undefined): void {
    checkIdToken(token, this.#expected, Date.now());
  }
}

/** From the issuer's discovery document, which the server has read: the library need not fetch it. */
function metadata({ issuer, sign_in: { endpoints } }: AppConfig): Partial<OidcMetadata> {
  if (!endpoints) throw new Error('The server does not know where to sign in');
  const { authorization, token, end_session } = endpoints;
  return {
    issuer,
    authorization_endpoint: authorization,
    token_endpoint: token,
    ...(end_session ? { end_session_endpoint: end_session } : {}),
  };
}

/** Three attempts if nobody answers. */
export async function retried<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (failure) {
      const nobody = failure instanceof TypeError || failure instanceof ErrorTimeout;
      if (!nobody || attempt === ATTEMPTS) throw failure;
    }
  }
}
