import { Button } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useCredits } from '@/shared/credits/use-credits';
import { formatCounted } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import type { SaveAll } from './use-save-all';

interface SaveAllButtonProps {
  save: SaveAll;
  total: number;
  /** Says why it cannot begin; null once it does. */
  onFailure: (message: string | null) => void;
}

/** Asks before it saves; plans without My Companies lead to those with it. */
export function SaveAllButton({ save, total, onFailure }: SaveAllButtonProps) {
  const { currentData: credits } = useCredits();
  const [asking, setAsking] = useState(false);
  if (credits?.can_save_companies === false) {
    return (
      <Button size="sm" variant="default" component={Link} to={paths.plans()}>
        Upgrade to Save Companies
      </Button>
    );
  }
  const companies = formatCounted(total, 'company', 'companies');
  const close = () => {
    setAsking(false);
  };
  return (
    <>
      <Button
        size="sm"
        loading={save.state?.running === true}
        onClick={() => {
          onFailure(credits === undefined ? 'Loading user profile... Please try again in a moment.' : null);
          setAsking(credits !== undefined);
        }}
      >
        Save All to My Companies
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Save ${companies}?`}
        confirm={`Save ${companies}`}
        cancel="Not now"
        onCancel={close}
        onConfirm={() => {
          close();
          void save.start();
        }}
      >
        Those that you saved before stay as they are.
      </ConfirmDialog>
    </>
  );
}
