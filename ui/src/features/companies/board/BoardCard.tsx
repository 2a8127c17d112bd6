import { ActionIcon, Anchor, Button, Menu } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { SavedCompany } from '@/shared/companies/companies-api';
import { formatDate } from '@/shared/lib/format';
import { STATUSES, type ContactStatus } from '@/shared/status/contact-status';
import { Icon } from '@/shared/ui/Icon';
import { IconCalendar, IconGripVertical } from '@/shared/ui/icons';
import { StatusItems } from '../changes/StatusMenu';
import { accountPath, companyValue } from '../list/company-columns';
import { CompanyName } from '../list/CompanyName';
import { ScoreCell } from '../list/ScoreCell';
import type { Lifting } from './use-lifting';
import classes from './Board.module.css';

interface BoardCardProps {
  company: SavedCompany;
  status: ContactStatus;
  lifting: Lifting;
}

/** A company: dragged, lifted with Space, or moved by its menu. */
export function BoardCard({ company, status, lifting }: BoardCardProps) {
  const { company_id: id, company_name: name, follow_up_date: due } = company;
  const handle = useFocusThatWasLost(lifting.focused === id);
  const lifted = lifting.lifted?.company.company_id === id;
  const place = [companyValue(company, 'city'), companyValue(company, 'state')]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
  return (
    // A pointer drags the card itself; keyboards have its handle and menu.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <li
      className={classes.card}
      data-lifted={lifted || undefined}
      draggable
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = 'move';
        event.dataTransfer.setData('text/plain', name);
        lifting.lift(company, status);
      }}
      onDragEnd={lifting.cancel}
    >
      <div className={classes.cardHead}>
        <Anchor
          component={Link}
          to={accountPath(company)}
          draggable={false}
          className={classes.cardName ?? ''}
        >
          <CompanyName company={company} />
        </Anchor>
        <ActionIcon
          ref={handle}
          variant="subtle"
          color="gray"
          size={28}
          className={classes.handle ?? ''}
          aria-label={`Lift ${name}`}
          aria-pressed={lifted}
          onKeyDown={keys(lifting, lifted, () => {
            lifting.lift(company, status);
          })}
          onBlur={() => {
            if (lifted) lifting.cancel();
          }}
        >
          <Icon of={IconGripVertical} size={16} />
        </ActionIcon>
      </div>
      <div className={classes.cardLine}>
        <span className={classes.place}>{place}</span>
        <Score score={companyValue(company, 'market_intelligence_score')} />
      </div>
      <div className={classes.cardLine}>
        {due == null ? (
          <span />
        ) : (
          <span className={classes.due}>
            <Icon of={IconCalendar} size={14} />
            <time dateTime={due}>{formatDate(due)}</time>
          </span>
        )}
        <MoveMenu
          name={name}
          status={status}
          onMove={(to) => {
            lifting.send(company, status, to);
          }}
        />
      </div>
    </li>
  );
}

/** Without a score a card shows nothing: 'N/A' has no column head to explain it. */
function Score({ score }: { score: unknown }) {
  return Number(score) > 0 ? <ScoreCell score={score} /> : null;
}

/** A moved card is a new element in its new column. */
function useFocusThatWasLost(focused: boolean) {
  const handle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const isLost = () => document.activeElement === document.body;
    // Unless the focus has moved elsewhere.
    if (!focused || !isLost()) return;
    handle.current?.focus();
    // Touch screens have no handles.
    if (isLost()) handle.current?.closest('li')?.querySelector('a')?.focus();
  }, [focused]);
  return handle;
}

/** Space lifts and drops, arrows choose, Escape cancels. */
function keys(lifting: Lifting, lifted: boolean, lift: () => void) {
  return (event: KeyboardEvent) => {
    const { key } = event;
    if (key === ' ' || key === 'Enter') {
      if (lifted) lifting.drop();
      else lift();
    } else if (!lifted) return;
    else if (key === 'ArrowRight' || key === 'ArrowDown') lifting.step(1);
    else if (key === 'ArrowLeft' || key === 'ArrowUp') lifting.step(-1);
    else if (key === 'Escape') lifting.cancel();
    else return;
    event.preventDefault();
  };
}

function MoveMenu({
  name,
  status,
  onMove,
}: {
  name: string;
  status: ContactStatus;
  onMove: (to: ContactStatus) => void;
}) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" aria-label={`Move to…, ${name}`}>
          Move to…
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems statuses={STATUSES.filter((other) => other !== status)} onChoose={onMove} />
      </Menu.Dropdown>
    </Menu>
  );
}
