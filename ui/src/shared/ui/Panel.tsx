import { Group, Title } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';
import classes from './Panel.module.css';

interface PanelProps {
  title: string;
  /** Tags and buttons right of the title. */
  aside?: ReactNode;
  /** The title can get the focus. */
  titleRef?: Ref<HTMLHeadingElement>;
  children: ReactNode;
}

/** A titled part of a page: a landmark with its heading, on a card. */
export function Panel({ title, aside, titleRef, children }: PanelProps) {
  const headingId = useId();
  return (
    <section className={classes.panel} aria-labelledby={headingId}>
      <Group justify="space-between" gap="sm" mb="md" mih={30}>
        <Title
          order={2}
          size="h4"
          id={headingId}
          {...(titleRef === undefined ? {} : { ref: titleRef, tabIndex: -1, style: { outline: 'none' } })}
        >
          {title}
        </Title>
        {aside}
      </Group>
      {children}
    </section>
  );
}
