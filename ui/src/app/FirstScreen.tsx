/**
 * Until it is known who the user is: visitors already see the login page without its buttons, unless they follow a
 * link of an e-mail.
 */
import { useState } from 'react';
import { LoginFrame } from '@/features/sign-in/LoginFrame';
import { paths } from '@/shared/paths';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { isVisitor } from './auth/visitor';

/** The height of two buttons and the gap between them. */
const BUTTONS_PX = 96;

/** The login page is not what follows. */
const OF_MAIL: string[] = [paths.mailConfirm(), paths.mailStop()];

export function FirstScreen() {
  const [visitor] = useState(() => isVisitor() && !OF_MAIL.includes(window.location.pathname));
  if (!visitor) return <LoadingScreen label="Loading..." />;
  return (
    <LoginFrame>
      <LoadingScreen label="Loading..." minHeight={BUTTONS_PX} />
    </LoginFrame>
  );
}
