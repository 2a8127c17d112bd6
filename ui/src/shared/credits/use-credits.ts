import { useCreditStatusQuery } from '@/shared/api/api';
import { useUser } from '@/shared/auth/auth-context';

/** The signed-in user's credits; all screens share one answer. */
export function useCredits() {
  const { sub: userId } = useUser();
  // Another tab may have spent credits.
  return useCreditStatusQuery({ userId }, { refetchOnFocus: true, refetchOnReconnect: true });
}
