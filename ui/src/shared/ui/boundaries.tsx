import { Component, type ReactNode } from 'react';
import { Banner } from './Banner';
import { ReloadButton } from './ReloadButton';

interface FailureBoundaryProps {
  /** Shown in place of the children when a script of theirs fails to load or they crash. */
  fallback: (failure: unknown) => ReactNode;
  children: ReactNode;
}

interface State {
  caught?: { failure: unknown };
}

export class FailureBoundary extends Component<FailureBoundaryProps, State> {
  override state: State = {};

  static getDerivedStateFromError(failure: unknown): State {
    return { caught: { failure } };
  }

  override render() {
    const { caught } = this.state;
    return caught === undefined ? this.props.children : this.props.fallback(caught.failure);
  }
}

interface PartBoundaryProps {
  text: string;
  className?: string | undefined;
  children: ReactNode;
}

/** Contains the failure of a part of a page. */
export function PartBoundary({ text, className, children }: PartBoundaryProps) {
  const fallback = () => (
    <div className={className}>
      <Banner tone="bad" action={<ReloadButton size="xs" variant="default" />}>
        {text}
      </Banner>
    </div>
  );
  return <FailureBoundary fallback={fallback}>{children}</FailureBoundary>;
}
