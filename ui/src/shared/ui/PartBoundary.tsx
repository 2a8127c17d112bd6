import { Component, type ReactNode } from 'react';
import { Banner } from './Banner';
import { ReloadButton } from './ReloadButton';

interface PartBoundaryProps {
  /** What is said in place of the part where its script does not come, or where it breaks. */
  text: string;
  /** Where that stands. */
  className?: string | undefined;
  children: ReactNode;
}

/** Around a part of a page: where it fails, the rest goes on. */
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
