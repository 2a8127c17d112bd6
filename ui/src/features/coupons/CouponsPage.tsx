/** /coupons: the account's state, and redeeming a code. */
import { Stack, Text } from '@mantine/core';
import { useAuth } from '@/shared/auth/auth-context';
import { ContactLink } from '@/shared/config/WithContact';
import { Notice } from '@/shared/ui/Notice';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { AccountStatus } from './AccountStatus';
import { RedeemCode } from './RedeemCode';
import classes from './CouponsPage.module.css';

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
            <AccountStatus />
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
