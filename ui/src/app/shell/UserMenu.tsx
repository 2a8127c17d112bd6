/** The signed-in user, and links found only here: plans, codes, the enricher, their own data. */
import { Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { NavLink } from 'react-router';
import { OwnDataItems } from '@/features/own-data/OwnDataItems';
import { useUser } from '@/shared/auth/auth-context';
import { PATTERNS } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';
import { PAGES } from '../pages';
import { AvatarCount, Notices, NoticesItem } from './Notices';
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
  const close = () => {
    box.current?.hidePopover();
  };
  return (
    <>
      <button type="button" className={classes.button} popoverTarget="user-menu" title={user.email}>
        <Avatar picture={user.picture} name={displayName} />
        <span className={classes.name}>{displayName}</span>
        <span className={classes.hidden}>, menu</span>
        <Notices>
          <AvatarCount />
        </Notices>
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
          <Notices>
            <NoticesItem className={classes.link ?? ''} onLeave={close} />
          </Notices>
          {LINKS.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} className={classes.link ?? ''} onClick={close}>
                {label}
              </NavLink>
            </li>
          ))}
          <OwnDataItems className={classes.link ?? ''} onLeave={close} />
        </ul>
      </div>
    </>
  );
}

/** The picture, or the initials if there is none or it does not load. */
function Avatar({ picture, name }: { picture: string | undefined; name: string }) {
  const [broken, setBroken] = useState<string | null>(null);
  return (
    <span className={classes.avatar} aria-hidden>
      {picture === undefined || picture === broken ? (
        initials(name)
      ) : (
        <img
          src={picture}
          alt=""
          onError={() => {
            setBroken(picture);
          }}
        />
      )}
    </span>
  );
}

function initials(name: string): string {
  const [first = '', second] = name.split(' ').filter((word) => word !== '');
  return (second === undefined ? first.slice(0, 2) : first.charAt(0) + second.charAt(0)).toUpperCase();
}
