/** Whether the business's website was read, and reading it. */
import { Button, Group, Stack } from '@mantine/core';
import { useConfig } from '@/shared/config/config-context';
import { formatDate } from '@/shared/lib/format';
import { ariaDisabled } from '@/shared/ui/aria-disabled';
import { NoCredits, useCreditsLeft } from '@/shared/websites/NoCredits';
import { ReadingState } from '@/shared/websites/ReadWebsites';
import { useReading, useRunningReading } from '@/shared/websites/use-reading';
import { ALL_WANTED } from '@/shared/websites/words';
import { textOf, useAccount, type Account } from './account';
import { usePrinting } from './printing';
import { notSaid } from './website-says';
import classes from './Account.module.css';

/** Reading it again within this time costs nothing and shows nothing new. */
const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

export function WebsiteReading() {
  const account = useAccount();
  const printing = usePrinting();
  const { website = null } = account;
  const missing = website === null || website.error != null ? '' : notSaid(website);
  const silent = missing === '' ? '' : ` It does not say: ${missing}.`;
  return (
    <>
      {website === null ? null : (
        <p className={classes.note}>
          {website.error == null
            ? `Read ${formatDate(website.read_at)}.${silent}`
            : `Not read on ${formatDate(website.read_at)}: ${website.error}`}
        </p>
      )}
      {printing || !mayRead(account) ? null : <ReadButton account={account} />}
    </>
  );
}

/** There is a website, and it was not read for all of this lately. */
function mayRead(account: Account): boolean {
  const { website = null, listOnly = false } = account;
  if (listOnly || textOf(account, 'website') === null) return false;
  if (website === null || website.error != null) return true;
  const isOld = Date.now() - Date.parse(website.read_at) > KEPT_DAYS * DAY_MS;
  return isOld || ALL_WANTED.some((want) => !website.wants.includes(want));
}

/** The price is on the button: a press starts. */
function ReadButton({ account: { sessionKey, rowIdx } }: { account: Account }) {
  const { reads_websites: isOn } = useConfig();
  const left = useCreditsLeft();
  const runningHere = useRunningReading(({ session_key: of }) => of === sessionKey);
  // Its end has the business fetched again.
  const reading = useReading(runningHere);
  if (!isOn) return null;
  const isOff = reading.running || left === 0;
  return (
    <Stack gap="sm" mt="sm">
      <Group gap="sm">
        <Button
          variant="default"
          className={classes.readWebsite ?? ''}
          {...ariaDisabled(isOff)}
          onClick={() => {
            if (isOff) return;
            void reading.start({ session_key: sessionKey, row_idx: rowIdx, wants: [...ALL_WANTED] });
          }}
        >
          Read website, at most 1 credit
        </Button>
        {left === 0 ? <NoCredits /> : null}
      </Group>
      <ReadingState reading={reading} />
    </Stack>
  );
}
