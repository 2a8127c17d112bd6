/** The portal's drawer with its five tabs; full screen on a phone. */
import { Drawer, Tabs } from '@mantine/core';
import { useEffect, useState, type ComponentProps, type ComponentType } from 'react';
import { PORTAL_TABS, usePortal, type PortalTab } from '@/shared/portal/portal-address';
import { usePhone } from '@/shared/ui/use-phone';
import { BillingPanel } from './BillingPanel';
import { CouponsPanel } from './CouponsPanel';
import { LedgerPanel } from './ledger/LedgerPanel';
import { OverviewPanel } from './OverviewPanel';
import { UpgradePanel } from './UpgradePanel';
import classes from './PortalDrawer.module.css';

type PanelProps = ComponentProps<typeof CouponsPanel>;

const PANELS: Record<PortalTab, { label: string; content: ComponentType<PanelProps> }> = {
  overview: { label: 'Overview', content: OverviewPanel },
  upgrade: { label: 'Upgrade', content: UpgradePanel },
  billing: { label: 'Billing', content: BillingPanel },
  coupons: { label: 'Coupons', content: CouponsPanel },
  ledger: { label: 'Ledger', content: LedgerPanel },
};

export function PortalDrawer() {
  const { tab, open, close } = usePortal();
  const phone = usePhone();
  const mounted = useMountedAFrame();
  // The drawer closes at a press beside it: a half-typed code is kept.
  const [code, setCode] = useState('');
  // While closing it shows its last tab.
  const [last, setLast] = useState<PortalTab>(tab ?? 'overview');
  if (tab !== null && tab !== last) setLast(tab);
  const shown = tab ?? last;
  return (
    <Drawer
      opened={mounted && tab !== null}
      onClose={close}
      position="right"
      size={phone ? '100%' : 560}
      title="Credits & Billing"
      zIndex="var(--da-layer-dialog)"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{
        content: classes.content ?? '',
        header: classes.header ?? '',
        title: classes.title ?? '',
        body: classes.body ?? '',
      }}
    >
      <Tabs
        value={shown}
        keepMounted={false}
        onChange={(next) => {
          const wanted = PORTAL_TABS.find((name) => name === next);
          if (wanted !== undefined) open(wanted, { replace: true });
        }}
      >
        <Tabs.List className={classes.tabs ?? ''}>
          {PORTAL_TABS.map((name) => (
            <Tabs.Tab key={name} value={name} ref={name === shown ? intoView : undefined}>
              {PANELS[name].label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {PORTAL_TABS.map((name) => {
          const { content: Content } = PANELS[name];
          return (
            <Tabs.Panel key={name} value={name} pt="lg">
              <Content code={code} onCode={setCode} />
            </Tabs.Panel>
          );
        })}
      </Tabs>
    </Drawer>
  );
}

/** A narrow phone cannot fit all tabs: scrolls to the open one. */
function intoView(tab: HTMLElement | null): void {
  if (tab?.parentElement == null) return;
  const { offsetLeft, offsetWidth, parentElement: list } = tab;
  list.scrollLeft = offsetLeft - (list.clientWidth - offsetWidth) / 2;
}

/** The drawer remembers the focus when it opens, but not if it is open when mounted. */
function useMountedAFrame(): boolean {
  const [mounted, setMounted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      setMounted(true);
    });
    return () => {
      cancelAnimationFrame(frame);
    };
  }, []);
  return mounted;
}
