/** The companies by status, in eight columns; a phone shows one at a time. */
import { CloseButton, NativeSelect, VisuallyHidden } from '@mantine/core';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatNumber } from '@/shared/lib/format';
import type { DebouncedText } from '@/shared/lib/use-debounced-text';
import { contactStatus, STATUSES, statusLook, type ContactStatus } from '@/shared/status/contact-status';
import { Notice } from '@/shared/ui/Notice';
import { usePhone } from '@/shared/ui/use-phone';
import type { CompaniesAddress } from '../companies-address';
import { ChosenFilters } from '../filters/ChosenFilters';
import { Toolbar } from '../Toolbar';
import { BoardColumn } from './BoardColumn';
import { useBoard } from './use-board';
import { useLifting } from './use-lifting';
import classes from './Board.module.css';

function CompaniesBoard({ address: { search, filters } }: { address: CompaniesAddress }) {
  const phone = usePhone();
  const board = useBoard({ search, filters });
  const { counts, onCount } = useCounts(JSON.stringify({ search, filters }));
  const lifting = useLifting({
    countOf: (status) => (board.askFor(status) === null ? undefined : counts[status]),
    onMove: (company, from, to) => void board.move(company, from, to),
  });
  const [chosen, setChosen] = useState<ContactStatus | null>(null);
  const offered = STATUSES.filter((status) => board.askFor(status) !== null);
  const alone = offered.find((status) => status === chosen) ?? offered[0];
  const columns = useRef<HTMLSelectElement>(null);
  const { focused } = lifting;
  useEffect(() => {
    // The card moved to a hidden column.
    if (focused !== null && document.activeElement === document.body) columns.current?.focus();
  }, [focused]);
  return (
    <>
      <VisuallyHidden role="status">{lifting.said}</VisuallyHidden>
      {board.failure === null ? null : (
        <div className={classes.failure}>
          <Notice tone="bad">{board.failure}</Notice>
          <CloseButton size="sm" aria-label="Dismiss this message" onClick={board.dismiss} />
        </div>
      )}
      {phone ? (
        <NativeSelect
          ref={columns}
          label="Column"
          value={alone ?? ''}
          data={offered.map((status) => ({
            value: status,
            label: [statusLook(status).label.toUpperCase(), numberOf(counts[status])].join(' ').trim(),
          }))}
          onChange={(event) => {
            setChosen(contactStatus(event.currentTarget.value));
          }}
        />
      ) : null}
      <div className={classes.board} data-phone={phone || undefined}>
        {STATUSES.filter((status) => !phone || status === alone).map((status) => (
          <BoardColumn key={status} status={status} board={board} lifting={lifting} onCount={onCount} />
        ))}
      </div>
    </>
  );
}

/** The number of companies per column, as the columns report it; reset by a new search. */
function useCounts(of: string) {
  const [said, setSaid] = useState<{ of: string; counts: Partial<Record<ContactStatus, number>> }>();
  const onCount = useCallback(
    (status: ContactStatus, count: number | undefined) => {
      setSaid((before) => {
        const counts = before?.of === of ? before.counts : {};
        return { of, counts: { ...counts, [status]: count } };
      });
    },
    [of],
  );
  return { counts: said?.of === of ? said.counts : {}, onCount };
}

function numberOf(count: number | undefined): string {
  return count === undefined ? '' : formatNumber(count);
}

interface BoardViewProps {
  address: CompaniesAddress;
  searchText: DebouncedText;
  due: number;
}

/** The board below the list's own search and filters. */
export function BoardView({ address, searchText, due }: BoardViewProps) {
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <>
      <Toolbar address={address} searchText={searchText} found={null} due={due} onFailure={setFailure} />
      <ChosenFilters address={address} found={null} saved={0} />
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      <CompaniesBoard address={address} />
    </>
  );
}
