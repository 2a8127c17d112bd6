/**
 * The login page except the sign-in itself: title, features, footer and the card's heading, shown while the rest
 * loads.
 */
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { DocumentTitle } from '@/shared/ui/DocumentTitle';
import { Icon } from '@/shared/ui/Icon';
import { IconCheck, IconShield } from '@/shared/ui/icons';
import { Logo } from '@/shared/ui/Logo';
import classes from './LoginPage.module.css';

const FEATURES = [
  'Google Maps Business Scraping',
  '70+ Data Enrichment Sources',
  'Business Intelligence Dashboard',
  'Market Analysis & Insights',
  'Secure Data Management',
];

/** `children` are the rest of the card. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <DocumentTitle title="Sign in" />
      <Contours />
      <header className={classes.pitch}>
        <Title order={1} className={classes.title}>
          Web Scraper Dashboard
        </Title>
        <Text className={classes.subtitle}>
          A secure business-intelligence and data-enrichment platform: find local businesses, and see the
          demand around them.
        </Text>
      </header>
      <div className={classes.entry}>
        <section className={classes.card} aria-labelledby="welcome">
          <Stack gap="lg">
            <Stack gap="xs">
              <Logo size={44} />
              <Title order={2} id="welcome">
                Welcome to DemandAtlas
              </Title>
              <Text c="dimmed">Sign in to search businesses and to see your credits and history.</Text>
            </Stack>
            {children}
          </Stack>
        </section>
      </div>
      <ul className={classes.features} aria-label="Features">
        {FEATURES.map((feature) => (
          <li key={feature}>
            <Icon of={IconCheck} size={18} />
            {feature}
          </li>
        ))}
      </ul>
      <footer className={classes.footer}>
        <Icon of={IconShield} size={16} />
        Secure authentication by the identity provider. DemandAtlas never sees your password.
      </footer>
    </main>
  );
}

/** Contour lines, as on a map; decorative. */
function Contours() {
  return (
    <svg className={classes.ground} viewBox="0 0 600 400" preserveAspectRatio="xMidYMid slice" aria-hidden>
      {[0, 1, 2, 3, 4, 5, 6, 7].map((ring) => (
        <path
          key={ring}
          d={`M${430 - ring * 52} 400 C ${400 - ring * 50} ${300 - ring * 22}, ${470 - ring * 40} ${200 - ring * 26}, ${520 - ring * 30} ${170 - ring * 24} S 640 ${90 - ring * 14}, 660 ${20 - ring * 10}`}
          fill="none"
          stroke="currentColor"
          strokeWidth="1.2"
        />
      ))}
    </svg>
  );
}
