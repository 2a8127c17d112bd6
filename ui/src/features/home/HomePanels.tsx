/**
 * Below the welcome: what is going on and due, for who has something; three first steps for a newcomer. A panel that
 * has nothing to say is absent.
 */
import { Anchor, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { creditFigures } from '@/shared/credits/credit-figures';
import { formatCounted, formatNumber, formatShortDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { usePhone } from '@/shared/ui/use-phone';
import { DuePanel } from './DuePanel';
import { FirstSteps } from './FirstSteps';
import { SearchesPanel } from './SearchesPanel';
import { useHome, type Home } from './use-home';
import classes from './HomePage.module.css';

const BONES_PX = 220;

export function HomePanels({ demand }: { demand: ReactNode }) {
  const home = useHome();
  if (home.standing === 'unknown') {
    return (
      <div className={classes.panels} aria-busy>
        <div role="status" className={classes.line}>
          Loading your searches and companies...
        </div>
        <Skeleton h={BONES_PX} radius="md" />
        <Skeleton h={BONES_PX} radius="md" />
      </div>
    );
  }
  if (home.standing === 'newcomer') return <FirstSteps />;
  return (
    <div className={classes.panels}>
      <CreditsLine home={home} />
      <DuePanel home={home} />
      <SearchesPanel home={home} />
      {demand}
    </div>
  );
}

/** '152 credits left until Apr 4 · 1 running · 3 due today'; on a phone '152 credits · 1 running · 3 due'. */
function CreditsLine({ home }: { home: Home }) {
  const { credits, running, due } = home;
  const phone = usePhone();
  if (credits === undefined) return null;
  const { remaining } = creditFigures(credits);
  const left = formatCounted(remaining, 'credit');
  const parts = [
    phone ? left : `${left} left until ${formatShortDate(credits.next_reset)}`,
    ...(running === 0 ? [] : [`${formatNumber(running)} running`]),
    ...(due === undefined || due.due_total === 0
      ? []
      : [`${formatNumber(due.due_total)} due${phone ? '' : ' today'}`]),
  ];
  return (
    <p className={classes.line} role="status">
      {parts.join(' · ')}
      {remaining > 0 ? null : (
        <>
          {'. '}
          <Anchor component={Link} to={paths.coupons()} inherit underline="always">
            Redeem a code
          </Anchor>
        </>
      )}
    </p>
  );
}
