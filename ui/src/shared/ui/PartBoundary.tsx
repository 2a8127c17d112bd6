import { Component, type ReactNode } from 'react';

interface PartBoundaryProps {
  /** What stands in for the part where its script does not come, or where it breaks; the rest of the page goes on. */
  instead: ReactNode;
  children: ReactNode;
}

export class PartBoundary extends Component<PartBoundaryProps, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    return this.state.failed ? this.props.instead : this.props.children;
  }
}
