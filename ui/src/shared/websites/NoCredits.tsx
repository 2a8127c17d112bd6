import { Anchor, Text } from '@mantine/core';
import { Link } from 'react-router';
import { creditFigures } from '@/shared/credits/credit-figures';
import { useCredits } from '@/shared/credits/use-credits';
import { paths } from '@/shared/paths';

/** The credits that are left; undefined while unknown, then the server decides. */
export function useCreditsLeft(): number | undefined {
  const { data } = useCredits();
  return data === undefined ? undefined : creditFigures(data).remaining;
}

/** Beside a button that is off for lack of credits. */
export function NoCredits() {
  return (
    <Text size="sm" c="dimmed">
      0 credits left.{' '}
      <Anchor component={Link} to={paths.coupons()} inherit underline="always">
        Redeem a code
      </Anchor>
    </Text>
  );
}
