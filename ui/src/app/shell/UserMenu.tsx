/** The signed-in user, and links found only here: plans, codes, the enricher, their own data. */
import { Avatar, Text } from '@mantine/core';
import { useRef } from 'react';
import { NavLink } from 'react-router';
import { OwnDataItems } from '@/features/own-data/OwnDataItems';
import { useUser } from '@/shared/auth/auth-context';
import { PATTERNS } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';
import { PAGES } from '../pages';
import classes from './UserMenu.module.css';

const LINKS = (['plans', 'coupons', 'enricher'] as const).map((name) => ({
  to: PATTERNS[name],
  label: PAGES[name].title,
}));

/** A native popover: it opens, closes (Esc, a press elsewhere) and restores the focus by itself. */
export function UserMenu() {
  const user = useUser();
  const box = useRef<HTMLDivElement>(null);
  const displayName = user.name ?? user.email ?? '';
  return (
    <>
      <button type="button" className={classes.button} popoverTarget="user-menu" title={user.email}>
        <Avatar
          src={user.picture ?? null}
          name={displayName}
          alt=""
          size={32}
          variant="filled"
          color="atlas"
        />
        <span className={classes.name}>{displayName}</span>
        <span className={classes.hidden}>, menu</span>
        <span className={classes.arrow}>
          <Icon of={IconChevronDown} size={16} />
        </span>
      </button>
      <div ref={box} id="user-menu" popover="auto" className={classes.menu}>
        {user.email === undefined || user.email === displayName ? null : (
          <Text size="xs" c="dimmed" truncate className={classes.who ?? ''}>
            {user.email}
          </Text>
        )}
        <ul className={classes.links}>
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavLink
                to={to}
                className={classes.link ?? ''}
                onClick={() => {
                  box.current?.hidePopover();
                }}
              >
                {label}
              </NavLink>
            </li>
          ))}
          <OwnDataItems
            className={classes.link ?? ''}
            onLeave={() => {
              box.current?.hidePopover();
            }}
          />
        </ul>
      </div>
    </>
  );
}
