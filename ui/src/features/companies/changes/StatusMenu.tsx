import { Button, Menu } from '@mantine/core';
import { StatusChip } from '@/shared/status/StatusChip';
import { CONTACT_STATUSES, type ContactStatus } from '@/shared/status/contact-status';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown } from '@/shared/ui/icons';

export const STATUSES = Object.keys(CONTACT_STATUSES) as ContactStatus[];

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
        {STATUSES.map((status) => (
          <Menu.Item
            key={status}
            onClick={() => {
              onChoose(status);
            }}
          >
            <StatusChip status={status} capitals />
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
