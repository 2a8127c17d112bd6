import { Button, Skeleton, Text } from '@mantine/core';
import { useEffect } from 'react';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { StatusChip } from '@/shared/status/StatusChip';
import { statusLook, type ContactStatus } from '@/shared/status/contact-status';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { BoardCard } from './BoardCard';
import { MOST_CARDS, useColumn, type Board } from './use-board';
import type { Lifting } from './use-lifting';
import classes from './Board.module.css';

interface BoardColumnProps {
  status: ContactStatus;
  board: Board;
  lifting: Lifting;
  onCount: (status: ContactStatus, count: number | undefined) => void;
}

/** The companies of one status; a card dropped on it moves there. */
export function BoardColumn({ status, board, lifting, onCount }: BoardColumnProps) {
  const asked = board.askFor(status);
  const column = useColumn(asked);
  // Ignore the failure of another search.
  const failed = column.error !== undefined && column.currentData === undefined;
  const list = failed ? undefined : column.list;
  const total = list?.total_count;
  useEffect(() => {
    onCount(status, total);
  }, [status, total, onCount]);
  const { label } = statusLook(status);
  const over = lifting.lifted?.over === status && lifting.lifted.from !== status;
  return (
    // Whatever a pointer drops here can also be sent by a card's handle or menu.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={classes.column}
      aria-label={total === undefined ? label : `${label}, ${formatCounted(total, 'company', 'companies')}`}
      data-over={over || undefined}
      data-outdated={(column.currentData === undefined && list !== undefined) || undefined}
      onDragOver={(event) => {
        if (lifting.lifted === null) return;
        event.preventDefault();
        lifting.hover(status);
      }}
      onDrop={(event) => {
        event.preventDefault();
        lifting.drop(status);
      }}
    >
      <h2 className={classes.columnHead}>
        <StatusChip status={status} capitals />
        <span>{total === undefined ? '' : formatNumber(total)}</span>
      </h2>
      {asked === null ? (
        <Text size="sm" c="dimmed">
          Left out by the filters.
        </Text>
      ) : list === undefined ? (
        failed ? (
          <LoadFailure text="This column could not be loaded." query={column} />
        ) : (
          <Skeleton h={104} aria-label="Loading" />
        )
      ) : (
        <>
          <ul className={classes.cards}>
            {list.companies.map((company) => (
              <BoardCard key={company.company_id} company={company} status={status} lifting={lifting} />
            ))}
          </ul>
          <Rest
            shown={list.companies.length}
            total={list.total_count}
            onMore={() => {
              board.showMore(status);
            }}
          />
        </>
      )}
    </section>
  );
}

function Rest({ shown, total, onMore }: { shown: number; total: number; onMore: () => void }) {
  if (total === 0) {
    return (
      <Text size="sm" c="dimmed">
        None.
      </Text>
    );
  }
  if (shown >= total) return null;
  if (shown >= MOST_CARDS) {
    return (
      <Text size="sm" c="dimmed">
        {`The first ${formatNumber(MOST_CARDS)}. Filter to see others.`}
      </Text>
    );
  }
  return (
    <Button size="compact-sm" variant="default" onClick={onMore}>
      {`Show more of ${formatNumber(total)}`}
    </Button>
  );
}
