import { Button } from '@mantine/core';
import { useNavigate } from 'react-router';

interface BackButtonProps {
  label: string;
  /** Where it leads in a tab opened here, which has no history. */
  otherwise: string;
}

/** Leads back to where the user came from. */
export function BackButton({ label, otherwise }: BackButtonProps) {
  const navigate = useNavigate();
  return (
    <Button
      variant="default"
      onClick={() => {
        void (isFirst() ? navigate(otherwise) : navigate(-1));
      }}
    >
      {label}
    </Button>
  );
}

/** Whether the tab's history has nothing before this entry; the router numbers its entries. */
function isFirst(): boolean {
  const { idx } = (window.history.state ?? {}) as { idx?: number };
  return idx === undefined || idx === 0;
}
