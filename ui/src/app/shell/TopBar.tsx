import { ActionIcon, Burger, Button, Group } from '@mantine/core';
import { useAuth } from '@/shared/auth/auth-context';
import { Icon } from '@/shared/ui/Icon';
import { IconLogout } from '@/shared/ui/icons';
import { Logo } from '@/shared/ui/Logo';
import { Tag } from '@/shared/ui/Tag';
import { ColorSchemeToggle } from './ColorSchemeToggle';
import { Bell, Notices } from './Notices';
import { UserMenu } from './UserMenu';
import classes from './TopBar.module.css';

interface TopBarProps {
  menuOpen: boolean;
  onToggleMenu: () => void;
  developmentSignIn: boolean;
}

export function TopBar({ menuOpen, onToggleMenu, developmentSignIn }: TopBarProps) {
  const { signOut } = useAuth();

  return (
    <div className={classes.bar}>
      <div className={classes.title}>
        <Burger
          hiddenFrom="sm"
          size="sm"
          opened={menuOpen}
          onClick={onToggleMenu}
          aria-label={menuOpen ? 'Close the menu' : 'Open the menu'}
          aria-expanded={menuOpen}
          aria-controls="menu"
        />
        <Logo size={28} />
        <span className={classes.product}>Web Scraper Dashboard</span>
        {developmentSignIn ? (
          <span className={classes.wide}>
            <Tag tone="warning">Development sign-in</Tag>
          </span>
        ) : null}
      </div>
      <Group gap="xs" wrap="nowrap">
        <span className={classes.wide}>
          <ColorSchemeToggle />
        </span>
        <div className={classes.bell}>
          <Notices>
            <Bell />
          </Notices>
        </div>
        <UserMenu />
        <Button
          className={classes.wide}
          variant="default"
          size="xs"
          leftSection={<Icon of={IconLogout} size={16} />}
          onClick={signOut}
        >
          Logout
        </Button>
        <ActionIcon hiddenFrom="sm" variant="default" size={40} aria-label="Logout" onClick={signOut}>
          <Icon of={IconLogout} />
        </ActionIcon>
      </Group>
    </div>
  );
}
