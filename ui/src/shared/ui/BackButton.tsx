import { Button } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';

/** What the router calls the first address of a tab. */
const FIRST = 'default';

interface BackButtonProps {
  label: string;
  /** Where it leads in a tab that was opened here, which has nothing to go back to. */
  otherwise: string;
}

/** Leads to where the user came from. */
export function BackButton({ label, otherwise }: BackButtonProps) {
  const navigate = useNavigate();
  const { key } = useLocation();
  return (
    <Button
      variant="default"
      onClick={() => {
        void (key === FIRST ? navigate(otherwise) : navigate(-1));
      }}
    >
      {label}
    </Button>
  );
}
