import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { DocumentTitle } from './DocumentTitle';
import { Logo } from './Logo';
import classes from './MessagePage.module.css';

interface MessagePageProps {
  title: string;
  message: ReactNode;
  /** What the visitor can do next. */
  children?: ReactNode;
}

/** A whole page with one message: errors outside the shell, and unknown addresses. */
export function MessagePage({ title, message, children }: MessagePageProps) {
  return (
    <main className={classes.page}>
      <DocumentTitle title={title} />
      <Stack className={classes.card} gap="md" align="flex-start">
        <Logo size={40} />
        <Title order={1} size="h2">
          {title}
        </Title>
        <Text c="dimmed">{message}</Text>
        {children}
      </Stack>
    </main>
  );
}
