/**
 * 'Credits & Billing': the tab in the gutter, and the drawer that it opens. What the address says is open; the
 * drawer itself is loaded when it is wanted.
 */
import { lazy, Suspense, useState } from 'react';
import { PORTAL_TABS, usePortal } from '@/shared/portal/portal-address';
import { PartBoundary } from '@/shared/ui/PartBoundary';
import { BillingTab } from './BillingTab';
import classes from './BillingPortal.module.css';

const load = async () => ({ default: (await import('./PortalDrawer')).PortalDrawer });
const PortalDrawer = lazy(load);

export function BillingPortal() {
  const { tab, open } = usePortal();
  // Once it was open it stays, so that it can go away slowly.
  const [wanted, setWanted] = useState(false);
  if (tab !== null && !wanted) setWanted(true);
  return (
    <>
      <BillingTab
        opened={tab !== null}
        onOpen={() => {
          open(PORTAL_TABS[0]);
        }}
        onNear={() => {
          // Only early: if it fails, opening tries again and says so.
          load().catch(() => undefined);
        }}
      />
      {wanted ? (
        <PartBoundary text="Credits & Billing could not be loaded." className={classes.place}>
          <Suspense fallback={null}>
            <PortalDrawer />
          </Suspense>
        </PartBoundary>
      ) : null}
    </>
  );
}
