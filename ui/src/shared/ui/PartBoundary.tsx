import { Component, type ReactNode } from 'react';
import { Banner } from './Banner';
import { ReloadButton } from './ReloadButton';

interface PartBoundaryProps {
  /** Shown in place of the part when its script fails to load or it crashes. */
  text: string;
  /** Of the message. */
  className?: string | undefined;
  children: ReactNode;
}

/** Contains the failure of a part of a page. */
export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    const { text, className, children } = this.props;
    if (!this.state.failed) return children;
    return (
      <div className={className}>
        <Banner tone="bad" action={<ReloadButton size="xs" variant="default" />}>
          {text}
        </Banner>
      </div>
    );
  }
}
