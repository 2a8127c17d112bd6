/** Credits remaining, at the foot of the sidebar. Refreshed when a job ends. */
import { Anchor, Button, Group, Progress, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router';
import { useCreditStatusQuery } from '@/shared/api/api';
import { errorStatus } from '@/shared/api/api-error';
import { useUser } from '@/shared/auth/auth-context';
import { formatNumber, formatPercent } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconAlertTriangle } from '@/shared/ui/icons';
import {
  counterStatus,
  creditFigures,
  creditWarning,
  progressColor,
  type CreditFigures,
} from '@/shared/credits/credit-figures';
import classes from './CreditsCounter.module.css';

export function CreditsCounter() {
  const { sub: userId } = useUser();
  // Another tab may have spent credits meanwhile.
  const { data, error, isFetching, refetch } = useCreditStatusQuery({ userId }, { refetchOnFocus: true });

  return (
    <section className={classes.counter} aria-label="Credits" aria-busy={isFetching}>
      {error !== undefined ? (
        <div role="alert">
          <Text size="sm" fw={600}>
            ⚠️ Unable to load credits
          </Text>
          <Text size="xs" className={classes.quiet} mb="xs">
            Failed to fetch credits: {errorStatus(error)}
          </Text>
          <Button size="xs" variant="white" color="atlas" loading={isFetching} onClick={refetch}>
            Retry
          </Button>
        </div>
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
      <Group justify="space-between" wrap="nowrap" mb={4}>
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
      <Progress
        mt={8}
        size={6}
        value={figures.percentageUsed}
        color={`var(--da-progress-${progressColor(figures.percentageUsed)})`}
        classNames={{ root: classes.track ?? '' }}
        aria-label={`${formatPercent(figures.percentageUsed, 0)} of credits used`}
        data-color={progressColor(figures.percentageUsed)}
      />
      <Group justify="space-between" mt={8} gap="xs">
        <Text size="xs" className={classes.quiet}>
          {formatNumber(figures.used)} used · {figures.tier}
        </Text>
        {figures.tier === 'basic' ? (
          <Anchor className={classes.link} href={paths.pricing()} target="_blank" rel="noopener">
            Upgrade Plan
          </Anchor>
        ) : null}
      </Group>
      {warning === null ? null : (
        <div className={classes.warning} role="status">
          <Group gap={6} wrap="nowrap">
            <Icon of={IconAlertTriangle} size={16} />
            <span>{warning}</span>
          </Group>
          <Button size="compact-xs" component={Link} to={paths.plans()} className={classes.upgrade ?? ''}>
            Upgrade
          </Button>
        </div>
      )}
    </>
  );
}

/** As tall as the counter, so that nothing moves when the figures come. */
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
