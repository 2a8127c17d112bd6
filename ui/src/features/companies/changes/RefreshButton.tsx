import { Button, type ButtonProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCredits } from '@/shared/credits/use-credits';
import { formatCounted } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';

interface RefreshButtonProps extends Pick<ButtonProps, 'disabled' | 'loading'> {
  count: number;
  onConfirm: () => void;
  children: ReactNode;
}

/** Enriches companies again, after stating the cost. Hidden if the plan does not enrich. */
export function RefreshButton({ count, onConfirm, children, ...look }: RefreshButtonProps) {
  const { currentData: credits } = useCredits();
  const [asking, setAsking] = useState(false);
  if (credits?.can_enrich !== true) return null;
  const companies = formatCounted(count, 'company', 'companies');
  return (
    <>
      <Button
        {...look}
        size="sm"
        variant="default"
        onClick={() => {
          setAsking(true);
        }}
      >
        {children}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Enrich ${companies} again?`}
        confirm={`Enrich ${companies}`}
        cancel="Not now"
        onCancel={() => {
          setAsking(false);
        }}
        onConfirm={() => {
          setAsking(false);
          onConfirm();
        }}
      >
        {`At most ${formatCounted(count, 'credit')}: one for each company whose facts change. You have ${formatCounted(credits.available_credits, 'credit')}.`}
      </ConfirmDialog>
    </>
  );
}
