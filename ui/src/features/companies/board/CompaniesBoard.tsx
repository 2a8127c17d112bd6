/** The companies by status, in eight columns; a phone shows one of them at a time. */
import { CloseButton, NativeSelect } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { formatNumber } from '@/shared/lib/format';
import { contactStatus, statusLook, type ContactStatus } from '@/shared/status/contact-status';
import { Notice } from '@/shared/ui/Notice';
import { STATUSES } from '../changes/StatusMenu';
import type { CompaniesAddress } from '../companies-address';
import { BoardColumn } from './BoardColumn';
import { useBoard } from './use-board';
import { useLifting } from './use-lifting';
import classes from './Board.module.css';

const PHONE = '(max-width: 47.99em)';

export function CompaniesBoard({ address: { search, filters } }: { address: CompaniesAddress }) {
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false });
  const board = useBoard({ search, filters });
  const [counts, setCounts] = useState<Partial<Record<ContactStatus, number>>>({});
  const onCount = useCallback((status: ContactStatus, count: number) => {
    setCounts((before) => (before[status] === count ? before : { ...before, [status]: count }));
  }, []);
  const lifting = useLifting({
    countOf: (status) => counts[status],
    onMove: (company, from, to) => void board.move(company, from, to),
  });
  const [chosen, setChosen] = useState<ContactStatus>(contactStatus(filters.status[0]));
  return (
    <>
      <div role="status" className={classes.heard}>
        {lifting.said}
      </div>
      {board.failure === null ? null : (
        <div className={classes.failure}>
          <Notice tone="bad">{board.failure}</Notice>
          <CloseButton size="sm" aria-label="Dismiss this message" onClick={board.dismiss} />
        </div>
      )}
      {phone ? (
        <NativeSelect
          label="Column"
          value={chosen}
          data={STATUSES.map((status) => ({
            value: status,
            label: [statusLook(status).label.toUpperCase(), numberOf(counts[status])].join(' ').trim(),
          }))}
          onChange={(event) => {
            setChosen(contactStatus(event.currentTarget.value));
          }}
        />
      ) : null}
      <div className={classes.board} data-phone={phone || undefined}>
        {STATUSES.filter((status) => !phone || status === chosen).map((status) => (
          <BoardColumn key={status} status={status} board={board} lifting={lifting} onCount={onCount} />
        ))}
      </div>
    </>
  );
}

function numberOf(count: number | undefined): string {
  return count === undefined ? '' : formatNumber(count);
}
