import { Button, Popover } from '@mantine/core';
import { Checks } from '@/shared/filters/Checks';
import { formatNumber } from '@/shared/lib/format';
import { CONTACT_WORDS } from '@/shared/websites/words';
import { CONTACTS, type Contact } from './row-filter';

interface ContactFilterProps {
  chosen: readonly Contact[];
  onChange: (chosen: readonly Contact[]) => void;
}

/** Leaves the rows that can be got in touch with. */
export function ContactFilter({ chosen, onChange }: ContactFilterProps) {
  return (
    <Popover position="bottom-start" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button size="sm" px="sm" variant="default">
          {chosen.length === 0 ? 'Contact' : `Contact ${formatNumber(chosen.length)}`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Contact">
        <Checks
          choices={CONTACTS}
          chosen={chosen}
          label={(value) => CONTACT_WORDS[value]}
          onChange={onChange}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
