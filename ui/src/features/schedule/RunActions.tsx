/** Saves and downloads the rows of a run, as of any search. */
import { Group } from '@mantine/core';
import { useRef, useState } from 'react';
import { Downloads } from '@/shared/results/Downloads';
import { SaveAllButton, SaveAllState } from '@/shared/results/saving/SaveAllButton';
import type { ShownOrder } from '@/shared/results/saving/shown-order';
import { useSaveAll } from '@/shared/results/saving/use-save-all';
import { Notice } from '@/shared/ui/Notice';
import { usePhone } from '@/shared/ui/use-phone';

interface RunActionsProps {
  sessionKey: string;
  /** What is new and changed: what is gone has no row. */
  rows: number;
}

export function RunActions({ sessionKey, rows }: RunActionsProps) {
  const [failure, setFailure] = useState<string | null>(null);
  const save = useSaveAll(sessionKey, rows);
  const order = useRef<ShownOrder>(null);
  const phone = usePhone();
  return (
    <>
      <Group gap="xs">
        <SaveAllButton save={save} total={rows} order={order} onFailure={setFailure} />
        <Downloads sessionKey={sessionKey} onFailure={setFailure} buttons={phone ? 0 : 1} />
      </Group>
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      <SaveAllState state={save.state} />
    </>
  );
}
