/** /plans and /pricing: the four plans, and what is asked about them. */
import { Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { useCredits } from '@/shared/credits/use-credits';
import { formatDollars, formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconCheck, IconMinus } from '@/shared/ui/icons';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { Tag } from '@/shared/ui/Tag';
import type_ from '@/shared/ui/type.module.css';
import { PLANS, QUESTIONS, type Plan } from './plans';
import classes from './PlansPage.module.css';

export function PlansPage() {
  // Where the plan is not known, no card is marked; the page says the same of all of them.
  const { data } = useCredits();
  return (
    <>
      <PageHeader description="What each plan brings every month." />
      <Stack gap="lg">
        <ul className={classes.plans} aria-label="Plans">
          {PLANS.map((plan) => (
            <PlanCard key={plan.tier} plan={plan} current={plan.tier === data?.tier} />
          ))}
        </ul>
        <Panel title="Frequently asked questions">
          <Questions />
        </Panel>
        <Text size="sm" c="dimmed">
          A coupon code can raise your plan:{' '}
          <Anchor component={Link} to={paths.coupons()} underline="always">
            redeem one
          </Anchor>
          .
        </Text>
      </Stack>
    </>
  );
}

function PlanCard({ plan, current }: { plan: Plan; current: boolean }) {
  return (
    <li className={classes.plan} data-current={current} aria-current={current ? 'true' : undefined}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {plan.name}
        </Title>
        {current ? <Tag tone="brand">Your plan</Tag> : null}
      </div>
      <p className={classes.price}>
        <span className={type_.figureLarge}>{plan.price === 0 ? 'Free' : formatDollars(plan.price)}</span>
        {plan.price === 0 ? null : <span className={type_.label}> a month</span>}
      </p>
      <ul className={classes.features}>
        <Feature included>{`${formatNumber(plan.credits)} credits a month`}</Feature>
        <Feature included={plan.canEnrich}>Data enrichment</Feature>
        <Feature included={plan.canSave}>
          {plan.canSave ? `My Companies, up to ${formatNumber(plan.maxSaves)}` : 'My Companies'}
        </Feature>
      </ul>
    </li>
  );
}

function Feature({ included, children }: { included: boolean; children: string }) {
  return (
    <li data-included={included}>
      <Icon of={included ? IconCheck : IconMinus} size={16} />
      <span>{included ? children : `${children}: not included`}</span>
    </li>
  );
}

function Questions() {
  return (
    <div className={classes.questions}>
      {QUESTIONS.map(({ question, answer }) => (
        <details key={question}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
