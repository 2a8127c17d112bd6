import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { PageHeader } from '@/shared/ui/PageHeader';
import classes from './PlaceholderForm.module.css';

interface PlaceholderFormProps {
  /** What the button says. */
  action: string;
  onSubmit: () => void;
  children: ReactNode;
}

/** A page with a form that keeps nothing yet, and says so under its button. */
export function PlaceholderForm({ action, onSubmit, children }: PlaceholderFormProps) {
  return (
    <>
      <PageHeader />
      <form
        className={classes.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
        <div className={classes.foot}>
          <Button type="submit">{action}</Button>
          <Text size="sm" c="dimmed">
            Nothing is saved yet.
          </Text>
        </div>
      </form>
    </>
  );
}
