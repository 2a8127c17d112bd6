import { Button, Group, Text, type ButtonProps } from '@mantine/core';
import { useState } from 'react';
import { serverAnswers } from '@/shared/api/reachability';

/**
 * Reloads the page once the server answers. Until then the page stays: a reload would replace it with the browser's
 * own error page.
 */
export function ReloadButton(look: Pick<ButtonProps, 'size' | 'variant'>) {
  const [asking, setAsking] = useState(false);
  const [unanswered, setUnanswered] = useState(false);

  const tryAgain = async () => {
    setAsking(true);
    if (await serverAnswers()) {
      window.location.reload();
      return;
    }
    setAsking(false);
    setUnanswered(true);
  };

  return (
    <Group gap="sm">
      <Button {...look} loading={asking} onClick={tryAgain}>
        Try Again
      </Button>
      <Text role="status" size="sm" c="dimmed">
        {unanswered && !asking ? 'The server does not answer yet.' : null}
      </Text>
    </Group>
  );
}
