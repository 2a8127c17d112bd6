import { ActionIcon, Anchor, Button, Menu } from '@mantine/core';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { Link } from 'react-router';
import type { SavedCompany } from '@/shared/companies/companies-api';
import { formatDate } from '@/shared/lib/format';
import { StatusChip } from '@/shared/status/StatusChip';
import type { ContactStatus } from '@/shared/status/contact-status';
import { Icon } from '@/shared/ui/Icon';
import { IconCalendar, IconGripVertical } from '@/shared/ui/icons';
import { STATUSES } from '../changes/StatusMenu';
import { accountPath, companyValue } from '../list/company-columns';
import { CompanyName } from '../list/CompanyName';
import { ScoreCell } from '../list/ScoreCell';
import type { Lifting } from './use-lifting';
import classes from './Board.module.css';

interface BoardCardProps {
  company: SavedCompany;
  status: ContactStatus;
  lifting: Lifting;
  onMove: (to: ContactStatus) => void;
}

/** A company: dragged, lifted with Space, or sent by its menu. */
export function BoardCard({ company, status, lifting, onMove }: BoardCardProps) {
  const { company_id: id, company_name: name, follow_up_date: due } = company;
  const handle = useRef<HTMLButtonElement>(null);
  const lifted = lifting.lifted?.company.company_id === id;
  const focused = lifting.focused === id;
  useEffect(() => {
    if (focused) handle.current?.focus();
  }, [focused]);
  const place = [companyValue(company, 'city'), companyValue(company, 'state')]
    .filter((part) => typeof part === 'string' && part !== '')
    .join(', ');
  return (
    // A pointer drags the card itself; keyboards have its handle and its menu.
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
        <ScoreCell score={companyValue(company, 'market_intelligence_score')} />
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
        <MoveMenu name={name} status={status} onMove={onMove} />
      </div>
    </li>
  );
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
        {STATUSES.filter((other) => other !== status).map((other) => (
          <Menu.Item
            key={other}
            onClick={() => {
              onMove(other);
            }}
          >
            <StatusChip status={other} capitals />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
