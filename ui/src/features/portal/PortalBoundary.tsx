import type { ReactNode } from 'react';
import { Banner } from '@/shared/ui/Banner';
import { PartBoundary } from '@/shared/ui/PartBoundary';
import { ReloadButton } from '@/shared/ui/ReloadButton';
import classes from './PortalBoundary.module.css';

/** Around the portal: the page under it goes on. */
export function PortalBoundary({ children }: { children: ReactNode }) {
  const instead = (
    <div className={classes.place}>
      <Banner tone="bad" action={<ReloadButton size="xs" variant="default" />}>
        Credits & Billing could not be loaded.
      </Banner>
    </div>
  );
  return <PartBoundary instead={instead}>{children}</PartBoundary>;
}
