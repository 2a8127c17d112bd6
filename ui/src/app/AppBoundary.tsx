import { Component, type ReactNode } from 'react';
import { MessagePage } from '@/shared/ui/MessagePage';
import { ReloadButton } from '@/shared/ui/ReloadButton';
import { loadFailure } from './load-failure';

interface State {
  failure: { title: string; message: string } | null;
}

/** Around the whole app: what breaks outside a page, such as a sign-in library that did not come, is said. */
export class AppBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failure: null };

  static getDerivedStateFromError(failure: unknown): State {
    return { failure: loadFailure(failure) };
  }

  override render() {
    const { failure } = this.state;
    if (failure === null) return this.props.children;
    return (
      <MessagePage title={failure.title} message={failure.message}>
        <ReloadButton />
      </MessagePage>
    );
  }
}
