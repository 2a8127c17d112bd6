/**
 * 'Credits & Billing': the tab in the gutter and its drawer. The address says whether it is open; the drawer is
 * loaded when needed.
 */
import { lazy, Suspense, useState } from 'react';
import { PORTAL_TABS, usePortal } from '@/shared/portal/portal-address';
import { PartBoundary } from '@/shared/ui/boundaries';
import { BillingTab } from './BillingTab';
import classes from './BillingPortal.module.css';

const load = async () => ({ default: (await import('./PortalDrawer')).PortalDrawer });
const PortalDrawer = lazy(load);

export function BillingPortal() {
  const { tab, open } = usePortal();
  // Stays mounted after opening, so that it can animate out.
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
          // Only early: if it fails, opening tries again and reports it.
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
