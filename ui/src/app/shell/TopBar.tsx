import { ActionIcon, Avatar, Burger, Button, Group, Text } from '@mantine/core';
import { useAuth, useUser } from '@/shared/auth/auth-context';
import { Icon } from '@/shared/ui/Icon';
import { IconLogout } from '@/shared/ui/icons';
import { Logo } from '@/shared/ui/Logo';
import { Tag } from '@/shared/ui/Tag';
import { ColorSchemeToggle } from './ColorSchemeToggle';
import classes from './TopBar.module.css';

interface TopBarProps {
  menuOpen: boolean;
  onToggleMenu: () => void;
  developmentSignIn: boolean;
}

export function TopBar({ menuOpen, onToggleMenu, developmentSignIn }: TopBarProps) {
  const { signOut } = useAuth();
  const user = useUser();
  const displayName = user.name ?? user.email ?? '';

  return (
    <Group h="100%" px={{ base: 'sm', sm: 'xl' }} justify="space-between" wrap="nowrap" gap="sm">
      <Group gap="sm" wrap="nowrap" miw={0}>
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
        <Text fw={650} truncate>
          Web Scraper Dashboard
        </Text>
        {developmentSignIn ? (
          <span className={classes.wide}>
            <Tag tone="warning">Development sign-in</Tag>
          </span>
        ) : null}
      </Group>
      <Group gap="xs" wrap="nowrap">
        <span className={classes.wide}>
          <ColorSchemeToggle />
        </span>
        <Avatar
          src={user.picture ?? null}
          name={displayName}
          alt=""
          size={32}
          variant="filled"
          color="atlas"
        />
        <Text size="sm" fw={500} className={classes.name} title={user.email}>
          {displayName}
        </Text>
        <Button
          className={classes.wide}
          variant="default"
          size="xs"
          leftSection={<Icon of={IconLogout} size={16} />}
          onClick={signOut}
        >
          Logout
        </Button>
        <ActionIcon hiddenFrom="sm" variant="default" size={36} aria-label="Logout" onClick={signOut}>
          <Icon of={IconLogout} />
        </ActionIcon>
      </Group>
    </Group>
  );
}
