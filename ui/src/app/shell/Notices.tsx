/** The bell and what a phone has in its place, loaded behind the first page. Without them the frame goes on. */
import { Suspense, type ReactNode } from 'react';
import { preload } from '@/shared/lib/preload';
import { FailureBoundary } from '@/shared/ui/boundaries';

const bell = preload(() => import('@/features/notices/Bell'));

export const Bell = bell.component((module) => module.Bell);
export const AvatarCount = bell.component((module) => module.AvatarCount);
export const NoticesItem = bell.component((module) => module.NoticesItem);

export function Notices({ children }: { children: ReactNode }) {
  return (
    <FailureBoundary fallback={() => null}>
      <Suspense>{children}</Suspense>
    </FailureBoundary>
  );
}
