import { Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { api } from '@/shared/api/api';
import type { BalanceBody, CreditStatusBody } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { useUser } from '@/shared/auth/auth-context';
import { CouponForm, type CouponMessage } from '@/shared/credits/CouponForm';
import { creditsTone } from '@/shared/credits/credit-figures';
import { useRedemption } from '@/shared/credits/use-redemption';
import { formatNumber } from '@/shared/lib/format';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';
import { AccountState } from './AccountState';
import { tierRights } from './tier-rights';

interface CouponsPanelProps {
  /** What is typed, which the drawer keeps while it is closed. */
  code: string;
  onCode: (code: string) => void;
}

/** Redeems a code; the new balance is shown at once, from the answer. */
export function CouponsPanel({ code, onCode }: CouponsPanelProps) {
  const { sub: userId } = useUser();
  const [message, setMessage] = useState<CouponMessage | null>(null);
  const redeem = useRedemption();
  const dispatch = useAppDispatch();

  const showBalance = (balance: BalanceBody) => {
    dispatch(
      api.util.updateQueryData('creditStatus', { userId }, (status: CreditStatusBody) => {
        Object.assign(status, balance, tierRights(balance.tier));
      }),
    );
  };
  const onRedeem = async (wanted: string) => {
    const outcome = await redeem(wanted);
    setMessage(
      outcome.redeemed
        ? { tone: 'good', text: outcome.message }
        : { tone: 'bad', text: outcome.message ?? 'Invalid coupon code' },
    );
    if (outcome.redeemed && outcome.balance !== null) showBalance(outcome.balance);
    // What the answer does not say, such as how many companies may be saved now, is asked for.
    if (outcome.redeemed) dispatch(api.util.invalidateTags(['Credits']));
    return outcome.redeemed;
  };

  return (
    <Stack gap="lg">
      <AccountState minHeight={84}>
        {(figures) => (
          <StatTiles label="Credits">
            <StatTile
              label="Credits Remaining"
              value={formatNumber(figures.remaining)}
              tone={creditsTone(figures.remaining)}
            />
            <StatTile label="Account Tier" value={figures.tier.toUpperCase()} />
          </StatTiles>
        )}
      </AccountState>
      <CouponForm code={code} onCode={onCode} message={message} onMessage={setMessage} onRedeem={onRedeem} />
      <Text size="sm" c="dimmed">
        Codes are personal. Do not share yours.
      </Text>
    </Stack>
  );
}
