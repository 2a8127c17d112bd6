import { Button, Menu } from '@mantine/core';
import { StatusChip } from '@/shared/status/StatusChip';
import { STATUSES, type ContactStatus } from '@/shared/status/contact-status';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';

export function StatusMenu({
  disabled,
  onChoose,
}: {
  disabled: boolean;
  onChoose: (status: ContactStatus) => void;
}) {
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="sm"
          variant="default"
          disabled={disabled}
          rightSection={<Icon of={IconChevronDown} size={16} />}
        >
          Status
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <StatusItems statuses={STATUSES} onChoose={onChoose} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface StatusItemsProps {
  statuses: readonly ContactStatus[];
  onChoose: (status: ContactStatus) => void;
}

export function StatusItems({ statuses, onChoose }: StatusItemsProps) {
  return statuses.map((status) => (
    <Menu.Item
      key={status}
      onClick={() => {
        onChoose(status);
      }}
    >
      <StatusChip status={status} capitals />
    </Menu.Item>
  ));
}
