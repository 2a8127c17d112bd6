/** What visitors see who are not signed in, at whatever address they came to. */
import { Button, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useAuth } from '@/shared/auth/auth-context';
import { useConfig } from '@/shared/config/config-context';
import { takesCookies } from '@/shared/lib/cookies';
import { DocumentTitle } from '@/shared/ui/DocumentTitle';
import { Icon } from '@/shared/ui/Icon';
import { IconCheck, IconShield } from '@/shared/ui/icons';
import { Logo } from '@/shared/ui/Logo';
import { Notice } from '@/shared/ui/Notice';
import { Tag } from '@/shared/ui/Tag';
import classes from './LoginPage.module.css';

const FEATURES = [
  'Google Maps Business Scraping',
  '70+ Data Enrichment Sources',
  'Business Intelligence Dashboard',
  'Market Analysis & Insights',
  'Secure Data Management',
];

export function LoginPage({ returnTo }: { returnTo: string }) {
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
        <SignInCard returnTo={returnTo} />
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

function SignInCard({ returnTo }: { returnTo: string }) {
  const auth = useAuth();
  const config = useConfig();
  const [busy, setBusy] = useState<'redirect' | 'popup' | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [cookies] = useState(takesCookies);

  const start = async (kind: 'redirect' | 'popup', signIn: () => Promise<void>) => {
    setBusy(kind);
    setFailure(null);
    try {
      await signIn();
      if (kind === 'popup') setBusy(null);
    } catch (reason) {
      setBusy(null);
      setFailure(reason instanceof Error ? reason.message : 'Login failed');
    }
  };
  const notice = failure ?? auth.notice;

  return (
    <section className={classes.card} aria-labelledby="welcome">
      <Stack gap="lg">
        <Stack gap="xs">
          <Logo size={44} />
          <Title order={2} id="welcome">
            Welcome to DemandAtlas
          </Title>
          <Text c="dimmed">Sign in to search businesses and to see your credits and history.</Text>
        </Stack>
        {cookies ? null : (
          <Notice tone="warning">
            Your browser blocks cookies for this site, and signing in needs them. Allow them, then reload the
            page.
          </Notice>
        )}
        {notice === null ? null : <Notice tone="bad">{notice}</Notice>}
        <Stack gap="sm">
          <Button
            size="md"
            loading={busy === 'redirect'}
            disabled={busy === 'popup'}
            onClick={() => start('redirect', () => auth.signIn(returnTo))}
          >
            Sign In / Sign Up
          </Button>
          <Button
            size="md"
            variant="default"
            loading={busy === 'popup'}
            disabled={busy === 'redirect'}
            onClick={() => start('popup', () => auth.signInWithPopup())}
          >
            Sign in with a pop-up window
          </Button>
        </Stack>
        {config.dev_sign_in ? (
          <Text size="sm" c="dimmed">
            <Tag tone="warning">Development sign-in</Tag> This server runs its own identity provider, for
            development only.
          </Text>
        ) : null}
      </Stack>
    </section>
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
