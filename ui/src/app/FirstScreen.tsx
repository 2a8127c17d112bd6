/** What stands there until it is known who is there: for visitors the login page already, but for its buttons. */
import { useState } from 'react';
import { LoginFrame } from '@/features/sign-in/LoginFrame';
import { readCookies } from '@/shared/lib/cookies';
import { paths } from '@/shared/paths';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { SIGNED_IN_COOKIES } from './auth/identity-provider';

/** Two buttons, and what is between them. */
const BUTTONS_PX = 96;

export function FirstScreen() {
  const [visitor] = useState(isVisitor);
  if (!visitor) return <LoadingScreen label="Loading..." />;
  return (
    <LoginFrame>
      <LoadingScreen label="Loading..." minHeight={BUTTONS_PX} />
    </LoginFrame>
  );
}

/** Nobody is signed in here, by the cookies that say that a session is worth looking for, nor comes from signing in. */
function isVisitor(): boolean {
  return window.location.pathname !== paths.callback() && !SIGNED_IN_COOKIES.some(isThere);
}

function isThere({ begin, end }: (typeof SIGNED_IN_COOKIES)[number]): boolean {
  return [...readCookies(begin).keys()].some((name) => name.endsWith(end));
}
