import { Button, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { AccountState } from '@/shared/credits/AccountState';
import { formatDate, formatNumber, formatPercent } from '@/shared/lib/format';
import classes from './Panels.module.css';

export function BillingPanel() {
  return (
    <Stack gap="xl">
      <AccountState minHeight={330}>
        {(figures) => (
          <Stack gap="xl">
            <Section title="Account summary">
              <Facts
                facts={[
                  ['Plan', figures.tier.toUpperCase()],
                  ['Credits remaining', formatNumber(figures.remaining)],
                  ['Monthly limit', formatNumber(figures.limit)],
                  ['Usage', formatPercent(figures.percentageUsed)],
                ]}
              />
            </Section>
            <Section title="Usage preview">
              <Facts
                facts={[
                  ['Credits used this month', formatNumber(figures.used)],
                  ['Last reset', formatDate(figures.lastReset)],
                ]}
              />
            </Section>
          </Stack>
        )}
      </AccountState>
      <Section title="Payment methods">
        <Text size="sm" mb="sm">
          Payment methods cannot be saved here yet.
        </Text>
        <Button variant="default" disabled>
          Integration Coming Soon
        </Button>
      </Section>
      <Text size="sm" c="dimmed">
        Detailed billing history, monthly reports, analytics, downloadable invoices and usage predictions are
        coming soon.
      </Text>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

function Facts({ facts }: { facts: readonly (readonly [string, string])[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
