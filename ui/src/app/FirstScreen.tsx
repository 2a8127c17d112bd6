/** Until it is known who the user is: visitors already see the login page without its buttons. */
import { useState } from 'react';
import { LoginFrame } from '@/features/sign-in/LoginFrame';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { isVisitor } from './auth/visitor';

/** The height of two buttons and the gap between them. */
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
