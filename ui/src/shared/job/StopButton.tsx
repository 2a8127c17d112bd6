import { Button, type ButtonProps } from '@mantine/core';
import { useLayoutEffect, useRef } from 'react';
import { Icon } from '@/shared/ui/Icon';
import { IconPlayerStop } from '@/shared/ui/icons';

interface StopButtonProps extends ButtonProps {
  onClick: () => void;
}

export function StopButton(props: StopButtonProps) {
  const button = useRef<HTMLButtonElement | null>(null);
  useLayoutEffect(() => {
    const { current } = button;
    const around = current?.closest<HTMLElement>('[tabindex="-1"]');
    return () => {
      // The button goes when there is nothing left to stop; focus stays where it was.
      if (document.activeElement === current) around?.focus({ preventScroll: true });
    };
  }, []);
  return (
    <Button
      ref={button}
      variant="default"
      px="xs"
      leftSection={<Icon of={IconPlayerStop} size={16} />}
      {...props}
    >
      Stop Scraping/Enrichment
    </Button>
  );
}
