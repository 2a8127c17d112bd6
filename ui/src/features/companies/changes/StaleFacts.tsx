import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { useFetchAll, type PackedCompany } from '@/shared/companies/companies-api';
import { formatCounted } from '@/shared/lib/format';
import { Banner } from '@/shared/ui/Banner';
import { RefreshButton } from './RefreshButton';
import type { Actions } from './use-actions';
import type { Bulk } from './use-bulk';

interface StaleFactsProps {
  count: number;
  shown: boolean;
  onShow: (shown: boolean) => void;
  bulk: Bulk;
  actions: Actions;
  onLearn: (companies: readonly PackedCompany[]) => void;
  onFailure: (message: string | null) => void;
}

/** Says that some companies have facts older than the installed data, and offers to refresh them. */
export function StaleFacts({ count, shown, onShow, bulk, actions, onLearn, onFailure }: StaleFactsProps) {
  const { sub: userId } = useUser();
  const fetchAll = useFetchAll();
  const [asking, setAsking] = useState(false);
  const refresh = async () => {
    onFailure(null);
    setAsking(true);
    try {
      const companies = await fetchAll({ userId, stale: true });
      onLearn(companies);
      await bulk.run(
        companies.map(({ company_id: id }) => id),
        actions.refresh,
      );
    } catch {
      onFailure('The companies with old facts could not be listed. Try again.');
    }
    setAsking(false);
  };
  return (
    <Banner
      tone="info"
      action={
        <RefreshButton
          count={count}
          disabled={bulk.progress !== null}
          loading={asking}
          onConfirm={() => void refresh()}
        >
          {`Enrich again, at most ${formatCounted(count, 'credit')}`}
        </RefreshButton>
      }
    >
      {`${formatCounted(count, 'company has', 'companies have')} facts older than the installed data. `}
      <Anchor
        component="button"
        type="button"
        inherit
        underline="always"
        c="inherit"
        onClick={() => {
          onShow(!shown);
        }}
      >
        {shown ? 'Show all companies' : 'Show them'}
      </Anchor>
    </Banner>
  );
}
