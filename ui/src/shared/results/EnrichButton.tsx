import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { JobBody } from '@/shared/api/generated';
import { creditFigures } from '@/shared/credits/credit-figures';
import { useCredits } from '@/shared/credits/use-credits';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { ConfirmDialog } from '@/shared/ui/ConfirmDialog';
import { NEEDS_TIER } from '@/shared/credits/credit-check';
import { useEnrichAddress } from './session-address';

interface EnrichButtonProps {
  job: JobBody;
  onEnrich: (sessionKey: string) => void;
}

/** Asks, then enriches the rows without facts; shown while there are any. */
export function EnrichButton({ job, onEnrich }: EnrichButtonProps) {
  const { job_id: sessionKey } = job;
  const [pressed, setPressed] = useState(false);
  const address = useEnrichAddress(sessionKey);
  const { enriched } = job.enrichment;
  const left = job.results_count - enriched;
  if (left <= 0 || job.rows_deleted) return null;
  const close = () => {
    setPressed(false);
    address.leave();
  };
  return (
    <>
      <Button
        size="sm"
        variant="default"
        onClick={() => {
          setPressed(true);
        }}
      >
        {enriched === 0 ? 'Enrich All' : 'Enrich the Rest'}
      </Button>
      <EnrichDialog
        opened={pressed || address.isAsked}
        left={left}
        onCancel={close}
        onConfirm={() => {
          close();
          onEnrich(sessionKey);
        }}
      />
    </>
  );
}

interface EnrichDialogProps {
  opened: boolean;
  left: number;
  onCancel: () => void;
  onConfirm: () => void;
}

/** States the cost; users who cannot have it are led to what would help. */
function EnrichDialog({ opened, left, onCancel, onConfirm }: EnrichDialogProps) {
  const navigate = useNavigate();
  const { data: credits } = useCredits();
  // If the balance is unknown the server decides.
  const remaining = credits === undefined ? left : creditFigures(credits).remaining;
  const isShort = credits?.can_enrich === true && remaining > 0 && remaining < left;
  const rows = `${isShort ? `${formatNumber(remaining)} of ` : ''}${formatCounted(left, 'row')}`;
  const asked = { opened, title: `Enrich ${rows}?`, cancel: 'Not now', onCancel };
  if (credits?.can_enrich === false) {
    return (
      <ConfirmDialog {...asked} confirm="See plans" onConfirm={() => void navigate(paths.plans())}>
        {NEEDS_TIER}
      </ConfirmDialog>
    );
  }
  if (remaining <= 0) {
    return (
      <ConfirmDialog {...asked} confirm="Redeem a code" onConfirm={() => void navigate(paths.coupons())}>
        You have no credits left, and each row costs one.
      </ConfirmDialog>
    );
  }
  return (
    <ConfirmDialog {...asked} confirm={`Enrich ${rows}`} onConfirm={onConfirm}>
      <Text>
        Up to {formatCounted(Math.min(left, remaining), 'credit')}: one for each row of which facts are found.
      </Text>
      {isShort ? <Text mt="xs">The rest can be enriched when you have more credits.</Text> : null}
    </ConfirmDialog>
  );
}
