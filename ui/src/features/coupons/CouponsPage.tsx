/** /coupons: the account's figures, and redeeming a code. */
import { Stack, Text } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { api } from '@/shared/api/api';
import { useAppDispatch } from '@/shared/api/store';
import { useAuth } from '@/shared/auth/auth-context';
import { ContactLink } from '@/shared/config/WithContact';
import { AccountState } from '@/shared/credits/AccountState';
import { CouponForm } from '@/shared/credits/CouponForm';
import { REDEEMED, REFUSED, updated } from '@/shared/credits/coupon-messages';
import { creditsTone, type CreditFigures } from '@/shared/credits/credit-figures';
import { formatNumber, formatPercent } from '@/shared/lib/format';
import { Notice } from '@/shared/ui/Notice';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';
import classes from './CouponsPage.module.css';

/** From the redemption to the new balance. */
const RELOAD_AFTER_MS = 1_500;

export function CouponsPage() {
  const { user } = useAuth();
  return (
    <>
      <PageHeader description="Your account at a glance, and codes that add credits to it." />
      {user === null ? (
        <Panel title="Signed out">
          <Text>Authentication Required - Please log in to access the coupon redemption system.</Text>
        </Panel>
      ) : (
        <Stack gap="lg">
          <Panel title="Current Account Status">
            <AccountState minHeight={80} skeleton={<Tiles figures={undefined} />}>
              {(figures) => <Tiles figures={figures} />}
            </AccountState>
          </Panel>
          <div className={classes.columns}>
            <Panel title="Redeem Coupon Code">
              <RedeemCode />
            </Panel>
            <Panel title="How to get codes">
              <Help />
            </Panel>
          </div>
        </Stack>
      )}
    </>
  );
}

function Tiles({ figures }: { figures: CreditFigures | undefined }) {
  const shown = (text: (known: CreditFigures) => string) =>
    figures === undefined ? undefined : text(figures);
  return (
    <StatTiles label="Account">
      <StatTile
        label="Credits Remaining"
        value={shown(({ remaining }) => formatNumber(remaining))}
        {...(figures === undefined ? {} : { tone: creditsTone(figures.remaining) })}
      />
      <StatTile label="Account Tier" value={shown(({ tier }) => tier.toUpperCase())} />
      <StatTile label="Monthly Limit" value={shown(({ limit }) => formatNumber(limit))} />
      <StatTile label="Usage" value={shown(({ percentageUsed }) => formatPercent(percentageUsed))} />
    </StatTiles>
  );
}

/** Redeems a code; the credits are reloaded 1.5 s later, and the message says so. */
function RedeemCode() {
  const [code, setCode] = useState('');
  const dispatch = useAppDispatch();
  const reload = useCallback(() => {
    dispatch(api.util.invalidateTags(['Credits']));
  }, [dispatch]);
  const timer = useRef<number | undefined>(undefined);
  useEffect(
    () => () => {
      if (timer.current === undefined) return;
      // The counter in the sidebar still shows the old balance.
      window.clearTimeout(timer.current);
      reload();
    },
    [reload],
  );
  return (
    <CouponForm
      code={code}
      onCode={setCode}
      refused={REFUSED.page}
      onRedeemed={({ message }, say) => {
        say(REDEEMED);
        window.clearTimeout(timer.current);
        timer.current = window.setTimeout(() => {
          timer.current = undefined;
          reload();
          say(updated(message));
        }, RELOAD_AFTER_MS);
      }}
    />
  );
}

function Help() {
  return (
    <Stack gap="md">
      <ul className={classes.help}>
        <li>
          Ask whoever runs DemandAtlas for you
          <ContactLink />. They issue the codes.
        </li>
        <li>Watch for codes in their news, at events and in partner offers.</li>
        <li>A code adds credits at once; some also raise your plan.</li>
      </ul>
      <Notice tone="warning" title="Security notice">
        Codes are personal. Do not share yours.
      </Notice>
    </Stack>
  );
}
