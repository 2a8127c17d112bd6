import { ActionIcon, Group, Text } from '@mantine/core';
import { NavLink } from 'react-router';
import { CreditsCounter } from '@/features/credits/CreditsCounter';
import { useAuth } from '@/shared/auth/auth-context';
import { Icon, type IconName } from '@/shared/ui/Icon';
import { Logo } from '@/shared/ui/Logo';
import { ColorSchemeToggle } from './ColorSchemeToggle';
import classes from './Sidebar.module.css';

const LINKS: { to: string; label: string; icon: IconName }[] = [
  { to: '/', label: 'Home', icon: 'home' },
  { to: '/googlemaps', label: 'DemandAtlas', icon: 'search' },
  { to: '/my-companies', label: 'My Companies', icon: 'building' },
  { to: '/schedule', label: 'Scheduled Scrapes', icon: 'calendar' },
  { to: '/logs', label: 'History/Logs', icon: 'history' },
  { to: '/proxy', label: 'Proxy Settings', icon: 'shield' },
];

/** Navigation, and the credits counter at its foot. */
export function Sidebar({ onClose }: { onClose: () => void }) {
  const { user } = useAuth();
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
            <Icon name="close" />
          </ActionIcon>
        </Group>
      </Group>
      <ul className={classes.links}>
        {LINKS.map(({ to, label, icon }) => (
          <li key={to}>
            <NavLink to={to} end={to === '/'} className={classes.link ?? ''} onClick={onClose}>
              <Icon name={icon} size={20} />
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      {user === null ? null : (
        <div className={classes.foot}>
          <CreditsCounter />
        </div>
      )}
    </div>
  );
}
