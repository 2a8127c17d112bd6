import { Anchor, Button, Group } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';
import { PageHeader } from '@/shared/ui/PageHeader';
import { SampleTag } from '@/shared/ui/SampleTag';
import classes from './SearchPage.module.css';

const WHAT_IT_DOES = 'Search local businesses by type and place. Each result costs one credit.';

interface SearchHeaderProps {
  /** What the rows are; empty while there are none. */
  searched: string;
  sample: boolean;
  /** Opens the form; null while it is open anyway. */
  toggle: ReactNode;
}

/** The page's title, the tab's by what was searched, and the pages that nothing else leads to. */
export function SearchHeader({ searched, sample, toggle }: SearchHeaderProps) {
  const isNamed = searched !== '';
  return (
    <PageHeader description={isNamed ? searched : WHAT_IT_DOES} {...(isNamed ? { tab: searched } : {})}>
      <Group gap="md">
        {sample ? <SampleTag /> : null}
        <Anchor component={Link} to={paths.enricher()} size="sm">
          Enricher
        </Anchor>
        <Anchor component={Link} to={paths.plans()} size="sm">
          Plans
        </Anchor>
        {toggle}
      </Group>
    </PageHeader>
  );
}

interface FormToggleProps {
  ref: Ref<HTMLButtonElement>;
  folded: boolean;
  busy: boolean;
  onToggle: () => void;
}

/** Opens the form over the rows, and folds it. */
export function FormToggle({ ref, folded, busy, onToggle }: FormToggleProps) {
  return (
    <Button
      ref={ref}
      size="sm"
      variant="default"
      aria-expanded={!folded}
      rightSection={<Icon of={IconChevronDown} size={16} />}
      className={classes.toggle ?? ''}
      onClick={onToggle}
    >
      {busy ? 'Edit search' : 'New search'}
    </Button>
  );
}
