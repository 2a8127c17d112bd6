import { Component, type ReactNode } from 'react';
import { Banner } from '@/shared/ui/Banner';
import { ReloadButton } from '@/shared/ui/ReloadButton';
import classes from './PortalBoundary.module.css';

/** Where the portal's script cannot be loaded, or breaks: the page under it goes on. */
export class PortalBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div className={classes.place}>
        <Banner tone="bad" action={<ReloadButton size="xs" variant="default" />}>
          Credits & Billing could not be loaded.
        </Banner>
      </div>
    );
  }
}
