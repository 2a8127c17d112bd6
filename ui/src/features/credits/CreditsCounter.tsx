/** The remaining credits, in the sidebar. Refreshed when a job ends. */
import { Anchor, Button, Group, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { ContactLink } from '@/shared/config/WithContact';
import { errorStatus } from '@/shared/api/api-error';
import { formatNumber, formatPercent } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconAlertTriangle } from '@/shared/ui/icons';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import {
  counterStatus,
  creditFigures,
  creditWarning,
  type CreditFigures,
} from '@/shared/credits/credit-figures';
import { UsageBar } from '@/shared/credits/UsageBar';
import { useCredits } from '@/shared/credits/use-credits';
import classes from './CreditsCounter.module.css';

export function CreditsCounter() {
  const query = useCredits();
  const { data, error, isFetching } = query;

  return (
    <section className={classes.counter} aria-label="Credits" aria-busy={isFetching}>
      {error !== undefined ? (
        <LoadFailure
          title="⚠️ Unable to load credits"
          text={`Failed to fetch credits: ${errorStatus(error)}`}
          query={query}
          retry="Retry"
        />
      ) : data === undefined ? (
        <CounterSkeleton />
      ) : (
        <Counter figures={creditFigures(data)} />
      )}
    </section>
  );
}

function Counter({ figures }: { figures: CreditFigures }) {
  const status = counterStatus(figures.remaining);
  const warning = creditWarning(figures.remaining);
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap={6} mb={4}>
        <Text size="xs" fw={600} className={classes.quiet}>
          Credits remaining
        </Text>
        <span className={classes.status} data-status={status}>
          {status}
        </span>
      </Group>
      <Text className={classes.remaining}>
        {formatNumber(figures.remaining)}
        <span className={classes.limit}> of {formatNumber(figures.limit)}</span>
      </Text>
      <UsageBar percentageUsed={figures.percentageUsed} size={6} mt={8} />
      <Group justify="space-between" mt={8} gap="xs">
        <Text size="xs" className={classes.quiet}>
          {formatPercent(figures.percentageUsed)} used · {figures.tier}
        </Text>
        {figures.tier === 'basic' ? (
          <Anchor className={classes.link} href={paths.pricing()} target="_blank" rel="noopener">
            Upgrade Plan
          </Anchor>
        ) : null}
      </Group>
      {warning === null ? null : (
        <>
          <div className={classes.warning} role="status">
            <Group gap={6} wrap="nowrap">
              <Icon of={IconAlertTriangle} size={16} />
              <span>{warning}</span>
            </Group>
            <Button size="compact-xs" component={Link} to={paths.plans()} className={classes.upgrade ?? ''}>
              Upgrade
            </Button>
          </div>
          <Text className={classes.more ?? ''}>
            <Link to={paths.coupons()}>Redeem a code</Link> or contact support
            <ContactLink />
          </Text>
        </>
      )}
    </>
  );
}

/** As tall as the counter, so that nothing moves when it loads. */
function CounterSkeleton() {
  return (
    <div role="status" aria-label="Loading credits">
      <Skeleton className={classes.bone ?? ''} h={12} w="55%" mb={14} />
      <Skeleton className={classes.bone ?? ''} h={24} w="45%" mb={14} />
      <Skeleton className={classes.bone ?? ''} h={6} mb={14} />
      <Skeleton className={classes.bone ?? ''} h={12} w="70%" />
    </div>
  );
}
