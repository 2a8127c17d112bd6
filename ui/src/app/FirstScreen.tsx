/** What stands there until it is known who is there: for visitors the login page already, but for its buttons. */
import { useState } from 'react';
import { LoginFrame } from '@/features/sign-in/LoginFrame';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { isVisitor } from './auth/visitor';

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
