import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { Icon } from '@/shared/ui/Icon';
import { IconMoon, IconSun } from '@/shared/ui/icons';

/** Switches between light and dark; the choice is stored in this browser. */
export function ColorSchemeToggle() {
  const { setColorScheme } = useMantineColorScheme();
  const current = useComputedColorScheme('light');
  const next = current === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={`Use the ${next} colors`}
      onClick={() => {
        setColorScheme(next);
      }}
    >
      <Icon of={next === 'dark' ? IconMoon : IconSun} />
    </ActionIcon>
  );
}
