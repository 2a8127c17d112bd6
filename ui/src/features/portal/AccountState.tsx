import { Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { creditFigures, type CreditFigures } from '@/shared/credits/credit-figures';
import { ACCOUNT_FAILURE, useCredits } from '@/shared/credits/use-credits';
import { QueryState } from '@/shared/ui/QueryState';

/** What a tab shows of the account, once it is known. */
export function AccountState({
  children,
  minHeight,
}: {
  children: (figures: CreditFigures) => ReactNode;
  minHeight: number;
}) {
  const query = useCredits();
  return (
    <QueryState
      query={query}
      loading={{
        text: 'Loading your account...',
        skeleton: <Skeleton h={minHeight} radius="md" />,
        onlyHeard: true,
      }}
      failure={{
        title: ACCOUNT_FAILURE,
        message: () => 'Nothing is lost. Try again in a moment.',
        retry: 'Retry',
      }}
      minHeight={minHeight}
    >
      {(answer) => children(creditFigures(answer))}
    </QueryState>
  );
}
