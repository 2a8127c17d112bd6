import { Button } from '@mantine/core';
import { useState } from 'react';
import { useCredits } from '@/shared/credits/use-credits';
import { formatCounted } from '@/shared/lib/format';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';

interface RemoveButtonProps {
  count: number;
  disabled: boolean;
  onRemove: () => void;
}

/** Removal can be undone, so it asks only if the plan has no undo. */
export function RemoveButton({ count, disabled, onRemove }: RemoveButtonProps) {
  const { currentData: credits } = useCredits();
  const [asking, setAsking] = useState(false);
  const companies = formatCounted(count, 'company', 'companies');
  const forGood = credits?.can_save_companies === false;
  return (
    <>
      <Button
        size="sm"
        variant="default"
        disabled={disabled}
        onClick={() => {
          if (forGood) setAsking(true);
          else onRemove();
        }}
      >
        Remove
      </Button>
      <ConfirmDialog
        opened={asking}
        title={`Remove ${companies}?`}
        confirm={`Remove ${companies}`}
        cancel="Keep them"
        danger
        onCancel={() => {
          setAsking(false);
        }}
        onConfirm={() => {
          setAsking(false);
          onRemove();
        }}
      >
        Your plan cannot put companies back.
      </ConfirmDialog>
    </>
  );
}
