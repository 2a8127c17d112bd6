import { Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { useState, type RefObject } from 'react';
import { Link, useNavigate } from 'react-router';
import { useFetchSavedCount } from '@/shared/companies/companies-api';
import { useCredits } from '@/shared/credits/use-credits';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { BulkOutcome } from '@/shared/ui/BulkOutcome';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import type { ShownOrder } from './shown-order';
import type { SaveAll, SaveState } from './use-save-all';
import classes from './SaveAll.module.css';

interface SaveAllButtonProps {
  save: SaveAll;
  total: number;
  /** Set while rows are shown. */
  order: RefObject<ShownOrder | null>;
  /** Why saving cannot start; null once it does. */
  onFailure: (message: string | null) => void;
}

/** Asks before saving; plans without My Companies get a link to the plans. */
export function SaveAllButton({ save, total, order, onFailure }: SaveAllButtonProps) {
  const { currentData: credits } = useCredits();
  const fetchRoom = useFetchRoom();
  const [state, setState] = useState<'idle' | 'counting' | 'asking'>('idle');
  /** Null if unknown. */
  const [room, setRoom] = useState<Room | null>(null);
  if (credits?.can_save_companies === false) {
    return (
      <Button size="sm" variant="default" component={Link} to={paths.plans()}>
        Upgrade to Save Companies
      </Button>
    );
  }
  const begin = async () => {
    onFailure(credits === undefined ? 'Loading user profile... Please try again in a moment.' : null);
    if (credits === undefined) return;
    setState('counting');
    setRoom(await fetchRoom());
    setState('asking');
  };
  return (
    <>
      <Button
        size="sm"
        loading={state === 'counting' || save.state?.running === true}
        onClick={() => void begin()}
      >
        Save All to My Companies
      </Button>
      <SaveAllDialog
        opened={state === 'asking'}
        total={total}
        room={room}
        onClose={() => {
          setState('idle');
        }}
        onSave={(allFit) => void save.start(allFit ? undefined : (order.current?.() ?? []))}
      />
    </>
  );
}

interface SaveAllDialogProps {
  opened: boolean;
  total: number;
  room: Room | null;
  onClose: () => void;
  onSave: (allFit: boolean) => void;
}

/** Says how many will be saved. Companies saved before need no room, but nobody here knows which they are. */
function SaveAllDialog({ opened, total, room, onClose, onSave }: SaveAllDialogProps) {
  const navigate = useNavigate();
  const companies = formatCounted(total, 'company', 'companies');
  if (room?.left === 0) {
    return (
      <ConfirmDialog
        opened={opened}
        title="My Companies is full"
        confirm="View My Companies"
        cancel="Not now"
        onCancel={onClose}
        onConfirm={() => void navigate(paths.myCompanies())}
      >
        {roomText(room)}
      </ConfirmDialog>
    );
  }
  const allFit = room === null || room.left >= total;
  const what = allFit ? companies : `${formatNumber(room.left)} of ${companies}`;
  const stay = 'Those that you saved before stay as they are.';
  return (
    <ConfirmDialog
      opened={opened}
      title={`Save ${what}?`}
      confirm={`Save ${what}`}
      cancel="Not now"
      onCancel={onClose}
      onConfirm={() => {
        onClose();
        onSave(allFit);
      }}
    >
      {allFit ? stay : `${roomText(room)} The first that fit are saved, in the order shown. ${stay}`}
    </ConfirmDialog>
  );
}

/** The progress of saving, then its outcome. */
export function SaveAllState({ state }: { state: SaveState | null }) {
  if (state === null) return null;
  const { done, total, running, saved, failed, broken } = state;
  if (running) {
    const progress = `${formatNumber(done)} of ${formatNumber(total)}`;
    return (
      <Group gap="sm" wrap="nowrap">
        <Progress
          value={(done / total) * 100}
          className={classes.bar ?? ''}
          aria-label="Saving companies"
          aria-valuetext={progress}
        />
        <Text size="sm" role="status" className={classes.count ?? ''}>
          {progress}
        </Text>
      </Group>
    );
  }
  return (
    <BulkOutcome
      text={broken !== null && done === 0 ? null : savedText(state)}
      failed={failed}
      broken={broken}
      verb="saved"
    >
      {saved === 0 ? null : (
        <Anchor component={Link} size="sm" to={paths.myCompanies()}>
          View My Companies
        </Anchor>
      )}
    </BulkOutcome>
  );
}

function savedText({ saved, alreadyExisted, failed }: SaveState): string {
  const rest = alreadyExisted + failed.length;
  const text = `Saved ${formatCounted(saved, 'company', 'companies')} to My Companies`;
  return rest === 0 ? text : `${text} (${formatNumber(rest)} failed or already existed)`;
}

/** The room for companies in the user's plan. */
interface Room {
  most: number;
  left: number;
}

/** Fetches how much room there is; null if that fails. The server decides in any case. */
function useFetchRoom(): () => Promise<Room | null> {
  const { currentData: credits } = useCredits();
  const fetchSavedCount = useFetchSavedCount();
  return async () => {
    if (credits === undefined) return null;
    const { max_saves: most, user_id: userId } = credits;
    const saved = await fetchSavedCount(userId);
    return saved === null ? null : { most, left: Math.max(0, most - saved) };
  };
}

function roomText({ most, left }: Room): string {
  return left === 0
    ? `You have reached your plan's limit of ${formatNumber(most)} saved companies. Remove some to save others.`
    : `Your plan has room for ${formatCounted(left, 'more company', 'more companies')}.`;
}
