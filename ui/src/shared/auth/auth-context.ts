/** What the app knows about sign-in. Screens use only this; the provider's SDK stays in `app/auth`. */
import { createContext, useContext } from 'react';

export interface SignedInUser {
  /** The provider's subject id, the user id in every call. */
  sub: string;
  name?: string | undefined;
  email?: string | undefined;
  picture?: string | undefined;
}

export interface Auth {
  status: 'loading' | 'signed-in' | 'signed-out';
  user: SignedInUser | null;
  /** What failed at the provider; shows the 'Authentication Error' page. */
  error: string | null;
  /** How an abandoned sign-in ended (popup closed, timeout), for the login page. */
  notice: string | null;
  /** The page wanted before the redirect to the provider. */
  returnTo: string;
  /** Sends the browser to the provider, which returns to /callback and then to `returnTo`. */
  signIn: (returnTo: string) => Promise<void>;
  signInWithPopup: () => Promise<void>;
  /** Exchanges another token of the provider for a session here; no screen offers it. */
  exchangeToken: (token: string, type: string) => Promise<void>;
  /** Ends the session here and at the provider, and goes to the site's root. */
  signOut: () => Promise<void>;
}

export const AuthContext = createContext<Auth | null>(null);

/** The signed-in user, for everything behind the guard. */
export function useUser(): SignedInUser {
  const { user } = useAuth();
  if (user === null) throw new Error('useUser is for pages behind the guard: nobody is signed in');
  return user;
}

export function useAuth(): Auth {
  const auth = useContext(AuthContext);
  if (auth === null) {
    throw new Error('useAuth needs an AuthContext above it: render inside the auth adapter');
  }
  return auth;
}
