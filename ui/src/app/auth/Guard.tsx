/**
 * Guards every route but /callback: signed-in users see the page, others the login page at the same address, so that
 * they come back to it.
 */
import { Outlet, useLocation } from 'react-router';
import { LoginPage } from '@/features/sign-in/LoginPage';
import { AuthErrorPage } from '@/features/sign-in/AuthErrorPage';
import { useAuth } from '@/shared/auth/auth-context';
import { FirstScreen } from '../FirstScreen';

export function Guard() {
  const auth = useAuth();
  const { pathname, search, hash } = useLocation();

  if (auth.status === 'loading') return <FirstScreen />;
  if (auth.error !== null) return <AuthErrorPage message={auth.error} />;
  if (auth.status === 'signed-out') return <LoginPage returnTo={`${pathname}${search}${hash}`} />;
  // The provider names no user, so no call could say whose credits it is about.
  if (auth.user === null) return <AuthErrorPage message="User ID not available" />;
  return <Outlet />;
}
