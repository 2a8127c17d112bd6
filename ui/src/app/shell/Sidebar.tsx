import { ActionIcon, Group, Text } from '@mantine/core';
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

/** Navigation and the credits counter. */
export function Sidebar({ onClose }: { onClose: () => void }) {
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
      <ul className={classes.links}>
        {LINKS.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === PATTERNS.home} className={classes.link ?? ''} onClick={onClose}>
              <Icon of={icon} size={20} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <CreditsCounter />
      </div>
    </div>
  );
}
