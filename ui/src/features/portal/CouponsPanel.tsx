import { Stack, Text } from '@mantine/core';
import { api } from '@/shared/api/api';
import type { CreditStatusBody, RedeemCouponApiResponse, Tier } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { useUser } from '@/shared/auth/auth-context';
import { AccountState } from '@/shared/credits/AccountState';
import { CouponForm } from '@/shared/credits/CouponForm';
import { REFUSED } from '@/shared/credits/coupon-messages';
import { creditsTone } from '@/shared/credits/credit-figures';
import { formatNumber } from '@/shared/lib/format';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';

interface CouponsPanelProps {
  /** What is typed; the drawer keeps it while it is closed. */
  code: string;
  onCode: (code: string) => void;
}

/** Redeems a code and shows the new balance at once, from the answer. */
export function CouponsPanel({ code, onCode }: CouponsPanelProps) {
  const { sub: userId } = useUser();
  const dispatch = useAppDispatch();

  const onRedeemed = ({ message, balance }: RedeemCouponApiResponse, say: (text: string) => void) => {
    say(message);
    if (balance != null) {
      dispatch(
        api.util.updateQueryData('creditStatus', { userId }, (status) => {
          Object.assign(status, balance, tierRights(balance.tier, status));
        }),
      );
    }
    dispatch(api.util.invalidateTags(['Credits']));
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
      <CouponForm code={code} onCode={onCode} refused={REFUSED.panel} onRedeemed={onRedeemed} />
      <Text size="sm" c="dimmed">
        Codes are personal. Do not share yours.
      </Text>
    </Stack>
  );
}

/** By a coupon: the same plan by a subscription may have more room. */
const MAX_SAVES: Partial<Record<Tier, number>> = { business: 10_000, pro: 25_000 };

/** What the tier allows now: the answer names the tier alone. A coupon never lowers what the user had. */
function tierRights(tier: Tier, before: CreditStatusBody) {
  const raised = tier === before.tier ? 0 : (MAX_SAVES[tier] ?? 1_000);
  return {
    can_enrich: tier !== 'basic',
    can_save_companies: tier !== 'basic',
    max_saves: Math.max(before.max_saves, raised),
  };
}
