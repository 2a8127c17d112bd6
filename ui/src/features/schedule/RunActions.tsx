/** Saves and downloads the rows of a run, as of any search, and its changes. */
import { Button, Group } from '@mantine/core';
import { useRef, useState } from 'react';
import type { MonitorBody, MonitorRun } from '@/shared/api/generated';
import { useAppDispatch } from '@/shared/api/store';
import { Downloads } from '@/shared/results/Downloads';
import { SaveAllButton, SaveAllState } from '@/shared/results/saving/SaveAllButton';
import type { ShownOrder } from '@/shared/results/saving/shown-order';
import { useSaveAll } from '@/shared/results/saving/use-save-all';
import { Notice } from '@/shared/ui/Notice';
import { usePhone } from '@/shared/ui/use-phone';
import { downloadChanges } from './changes-file';

interface RunActionsProps {
  monitor: MonitorBody;
  sessionKey: string;
  run: MonitorRun;
}

const CHANGES_FILE = 'Download changes (CSV)';

export function RunActions({ monitor, sessionKey, run }: RunActionsProps) {
  const [failure, setFailure] = useState<string | null>(null);
  // What is gone has no row.
  const rows = run.new + run.changed;
  const save = useSaveAll(sessionKey, rows);
  const order = useRef<ShownOrder>(null);
  const phone = usePhone();
  const dispatch = useAppDispatch();
  const saveChanges = () => downloadChanges(dispatch, monitor, sessionKey, run);
  return (
    <>
      <Group gap="xs">
        {rows === 0 ? (
          <DownloadChanges save={saveChanges} onFailure={setFailure} />
        ) : (
          <>
            <SaveAllButton save={save} total={rows} order={order} onFailure={setFailure} />
            <Downloads
              sessionKey={sessionKey}
              onFailure={setFailure}
              buttons={phone ? 0 : 1}
              further={{ label: CHANGES_FILE, save: saveChanges }}
            />
          </>
        )}
      </Group>
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      <SaveAllState state={save.state} />
    </>
  );
}

interface DownloadChangesProps {
  save: () => Promise<string | null>;
  onFailure: (message: string | null) => void;
}

/** Where there is nothing else to download. */
function DownloadChanges({ save, onFailure }: DownloadChangesProps) {
  const [busy, setBusy] = useState(false);
  return (
    <Button
      size="sm"
      variant="default"
      loading={busy}
      onClick={async () => {
        setBusy(true);
        onFailure(null);
        onFailure(await save());
        setBusy(false);
      }}
    >
      {CHANGES_FILE}
    </Button>
  );
}
