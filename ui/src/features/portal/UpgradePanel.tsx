import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { PlanChange } from '@/shared/credits/PlanChange';
import { formatDollars, formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { usePortal } from '@/shared/portal/portal-address';
import { Tag } from '@/shared/ui/Tag';
import classes from './Panels.module.css';

/** The portal's prices; the plans page has others. Both are specified. */
const PORTAL_PLANS = [
  { name: 'Basic', price: 39.99, credits: 250, recommended: false },
  { name: 'Business', price: 129.99, credits: 1_000, recommended: true },
  { name: 'Pro', price: 299.99, credits: 2_500, recommended: false },
] as const;

const NOTE = 'Payment-provider integration is coming soon.';

export function UpgradePanel() {
  const { open } = usePortal();
  const [asked, setAsked] = useState<string | null>(null);
  return (
    <Stack gap="sm">
      <Text size="sm">
        <PlanChange>
          <Anchor
            component="button"
            type="button"
            inherit
            underline="always"
            onClick={() => {
              open('coupons', { replace: true });
            }}
          >
            redeem a code
          </Anchor>
        </PlanChange>{' '}
        The prices below are for subscribing online, which is coming soon. Until then those of{' '}
        <Anchor component={Link} to={paths.plans()} inherit underline="always">
          Plans
        </Anchor>{' '}
        apply.
      </Text>
      {PORTAL_PLANS.map(({ name, price, credits, recommended }) => (
        <section key={name} className={classes.offer} data-recommended={recommended} aria-label={name}>
          <div>
            <div className={classes.plan}>
              <Text component="h3" fw={600}>
                {name}
              </Text>
              {recommended ? <Tag tone="brand">Most Popular</Tag> : null}
            </div>
            <Text className={classes.figures ?? ''}>
              <span className={classes.whole}>{formatDollars(price, 2)}/month</span>{' '}
              <span className={classes.whole}>· {formatNumber(credits)} credits</span>
            </Text>
          </div>
          <Button
            variant={recommended ? 'filled' : 'default'}
            aria-label={`Subscribe to ${name}`}
            onClick={() => {
              setAsked(name);
            }}
          >
            Subscribe
          </Button>
          <Text size="sm" c="dimmed" className={classes.note ?? ''} role="status">
            {asked === name ? `${NOTE} Nothing was ordered, and nothing is charged.` : NOTE}
          </Text>
        </section>
      ))}
    </Stack>
  );
}
