import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { QueryState } from '@/shared/ui/QueryState';
import { creditFigures, type CreditFigures } from './credit-figures';
import { useCredits } from './use-credits';

interface AccountStateProps {
  minHeight: number;
  skeleton?: ReactNode;
  children: (figures: CreditFigures) => ReactNode;
}

/** A part of a screen that shows the account's figures, once they are loaded. */
export function AccountState({ minHeight, skeleton, children }: AccountStateProps) {
  return (
    <QueryState
      query={useCredits()}
      loading={{
        text: 'Loading your account...',
        skeleton: skeleton ?? <Skeleton h={minHeight} radius="md" />,
        onlyHeard: true,
      }}
      failure={{
        title: 'Unable to load account information',
        message: () => 'Nothing is lost. Try again in a moment.',
        retry: 'Retry',
      }}
      minHeight={minHeight}
    >
      {(answer) => children(creditFigures(answer))}
    </QueryState>
  );
}
