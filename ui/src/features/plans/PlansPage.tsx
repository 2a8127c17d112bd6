/** /plans and /pricing: the four plans and questions about them. */
import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core';
import { Link } from 'react-router';
import { api } from '@/shared/api/api';
import { errorMessage } from '@/shared/api/api-error';
import type { PlanBody } from '@/shared/api/generated';
import { PlanChange } from '@/shared/credits/PlanChange';
import { useCredits } from '@/shared/credits/use-credits';
import { formatDollars, formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconCheck, IconMinus } from '@/shared/ui/icons';
import { PageHeader } from '@/shared/ui/PageHeader';
import { Panel } from '@/shared/ui/Panel';
import { QueryState } from '@/shared/ui/QueryState';
import { Tag } from '@/shared/ui/Tag';
import type_ from '@/shared/ui/type.module.css';
import { PLAN_NAMES, QUESTIONS } from './plans';
import classes from './PlansPage.module.css';

const { useListPlansQuery } = api;
/** Of a card in a row of four, in pixels. */
const CARD_HEIGHT = 206;

export function PlansPage() {
  // If the plan is unknown no card is marked.
  const { data } = useCredits();
  const query = useListPlansQuery();
  return (
    <>
      <PageHeader description="What each plan includes every month." />
      <Stack gap="lg">
        <QueryState
          query={query}
          loading={{ text: 'Loading the plans...', skeleton: <PlansSkeleton />, onlyHeard: true }}
          failure={{ title: 'Unable to load the plans', message: errorMessage }}
          minHeight={CARD_HEIGHT}
        >
          {({ plans }) => (
            <ul className={classes.plans} aria-label="Plans">
              {plans.map((plan) => (
                <PlanCard key={plan.tier} plan={plan} current={plan.tier === data?.tier} />
              ))}
            </ul>
          )}
        </QueryState>
        <Panel title="Change your plan">
          <Text>
            <PlanChange>
              <Anchor component={Link} to={paths.coupons()} inherit underline="always">
                redeem a code
              </Anchor>
            </PlanChange>
          </Text>
          <Text size="sm" c="dimmed" mt="xs">
            Credits & Billing has other prices: they are for subscribing online, which is coming soon. Until
            then the plans on this page apply.
          </Text>
        </Panel>
        <Panel title="Frequently asked questions">
          <Questions />
        </Panel>
      </Stack>
    </>
  );
}

function PlansSkeleton() {
  return (
    <div className={classes.plans}>
      {Object.keys(PLAN_NAMES).map((tier) => (
        <Skeleton key={tier} h={CARD_HEIGHT} radius="lg" />
      ))}
    </div>
  );
}

function PlanCard({ plan, current }: { plan: PlanBody; current: boolean }) {
  const free = plan.dollars_a_month === 0;
  return (
    <li className={classes.plan} data-current={current} aria-current={current ? 'true' : undefined}>
      <div className={classes.head}>
        <Title order={2} size="h3">
          {PLAN_NAMES[plan.tier]}
        </Title>
        {current ? <Tag tone="brand">Your plan</Tag> : null}
      </div>
      <p className={classes.price}>
        <span className={type_.figureLarge}>{free ? 'Free' : formatDollars(plan.dollars_a_month)}</span>
        {free ? null : <span className={type_.label}> a month</span>}
      </p>
      <ul className={classes.features}>
        <Feature included>{`${formatNumber(plan.credits_a_month)} credits a month`}</Feature>
        <Feature included={plan.can_enrich}>Data enrichment</Feature>
        <Feature included={plan.can_save_companies}>
          {plan.can_save_companies ? `My Companies, up to ${formatNumber(plan.max_saves)}` : 'My Companies'}
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
