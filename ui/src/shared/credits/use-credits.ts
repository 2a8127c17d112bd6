import { useCreditStatusQuery } from '@/shared/api/api';
import { useUser } from '@/shared/auth/auth-context';

/** The signed-in user's credits; every screen that shows them shares this answer. */
export function useCredits() {
  const { sub: userId } = useUser();
  // Another tab may have spent credits meanwhile.
  return useCreditStatusQuery({ userId }, { refetchOnFocus: true, refetchOnReconnect: true });
}
