import { Group, Title } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import classes from './Panel.module.css';

interface PanelProps {
  title: string;
  /** Tags and buttons right of the title. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A titled part of a page: a landmark with its heading, on a card. */
export function Panel({ title, aside, children }: PanelProps) {
  const headingId = useId();
  return (
    <section className={classes.panel} aria-labelledby={headingId}>
      <Group justify="space-between" gap="sm" mb="md" mih={30}>
        <Title order={2} size="h4" id={headingId}>
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </section>
  );
}
