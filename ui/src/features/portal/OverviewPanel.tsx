import { Button, Stack, Text } from '@mantine/core';
import { AccountState } from '@/shared/credits/AccountState';
import { creditsTone, type CreditFigures } from '@/shared/credits/credit-figures';
import { UsageBar } from '@/shared/credits/UsageBar';
import { useCredits } from '@/shared/credits/use-credits';
import { formatNumber, formatPercent } from '@/shared/lib/format';
import { usePortal } from '@/shared/portal/portal-address';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';
import { Tag } from '@/shared/ui/Tag';
import classes from './Panels.module.css';

/** The plan's status and the most frequent actions. */
export function OverviewPanel() {
  const { open } = usePortal();
  const { refetch, isFetching } = useCredits();
  return (
    <Stack gap="lg">
      <AccountState minHeight={190}>{(figures) => <PlanStatus figures={figures} />}</AccountState>
      <div className={classes.actions}>
        <Button
          onClick={() => {
            open('coupons');
          }}
        >
          Redeem Coupon
        </Button>
        <Button
          variant="default"
          onClick={() => {
            open('upgrade');
          }}
        >
          Upgrade Plan
        </Button>
        <Button variant="default" loading={isFetching} onClick={refetch}>
          Refresh Credits
        </Button>
      </div>
    </Stack>
  );
}

function PlanStatus({ figures }: { figures: CreditFigures }) {
  return (
    <Stack gap="md">
      <div className={classes.plan}>
        <Text fw={600}>Current plan</Text>
        <Tag tone="brand">{figures.tier.toUpperCase()}</Tag>
      </div>
      <StatTiles label="Credits">
        <StatTile
          label="Credits Remaining"
          value={formatNumber(figures.remaining)}
          tone={creditsTone(figures.remaining)}
        />
        <StatTile label="Credits Used This Month" value={formatNumber(figures.used)} />
        <StatTile label="Monthly Credit Limit" value={formatNumber(figures.limit)} />
      </StatTiles>
      <div>
        <UsageBar percentageUsed={figures.percentageUsed} />
        <Text size="sm" mt={6} className={classes.figures ?? ''}>
          {formatPercent(figures.percentageUsed)} of monthly credits used
        </Text>
      </div>
    </Stack>
  );
}
