import { ActionIcon, Group, Text } from '@mantine/core';
import type { Ref } from 'react';
import { NavLink } from 'react-router';
import { CreditsCounter } from '@/features/credits/CreditsCounter';
import { PATTERNS, type PageName } from '@/shared/paths';
import { Icon } from '@/shared/ui/Icon';
import { IconX } from '@/shared/ui/icons';
import { Logo } from '@/shared/ui/Logo';
import { PAGES } from '../pages';
import { ColorSchemeToggle } from './ColorSchemeToggle';
import classes from './Sidebar.module.css';

const LINKS = (Object.keys(PAGES) as PageName[]).flatMap((name) => {
  const { nav } = PAGES[name];
  return nav === undefined ? [] : [{ to: PATTERNS[name], ...nav }];
});

function Links({ links, onClose }: { links: typeof LINKS; onClose: () => void }) {
  return (
    <ul className={classes.links}>
      {links.map(({ to, label, icon }) => (
        <li key={to}>
          <NavLink to={to} end={to === PATTERNS.home} className={classes.link ?? ''} onClick={onClose}>
            <Icon of={icon} size={20} />
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

interface SidebarProps {
  /** Gets the focus when the sidebar is opened as a drawer. */
  menu: Ref<HTMLElement>;
  onClose: () => void;
}

/** The specification's six links, what can be explored, and the credits counter. */
export function Sidebar({ menu, onClose }: SidebarProps) {
  return (
    <div className={classes.sidebar}>
      <Group className={classes.brand} justify="space-between" wrap="nowrap">
        <Group gap="sm" wrap="nowrap">
          <Logo size={32} />
          <Text className={classes.name}>DemandAtlas</Text>
        </Group>
        <Group gap="xs" hiddenFrom="sm" wrap="nowrap">
          <ColorSchemeToggle />
          <ActionIcon variant="default" size={36} aria-label="Close the menu" onClick={onClose}>
            <Icon of={IconX} />
          </ActionIcon>
        </Group>
      </Group>
      <nav ref={menu} tabIndex={-1} aria-label="Menu">
        <Links links={LINKS.filter(({ group }) => group === undefined)} onClose={onClose} />
      </nav>
      <nav aria-label="Explore" className={classes.explore}>
        <span className={classes.group} aria-hidden>
          Explore
        </span>
        <Links links={LINKS.filter(({ group }) => group === 'explore')} onClose={onClose} />
      </nav>
      <div className={classes.foot}>
        <CreditsCounter />
      </div>
    </div>
  );
}
