/** Search, filters, columns and export, above the list or board. */
import { Button, CloseButton, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { today } from '@/shared/lib/day';
import { formatNumber } from '@/shared/lib/format';
import type { DebouncedText } from '@/shared/lib/use-debounced-text';
import { Icon } from '@/shared/ui/Icon';
import { IconCalendar, IconSearch } from '@/shared/ui/icons';
import { ExportMenu } from './changes/ExportMenu';
import { filterArguments, sortArguments, type CompaniesAddress } from './companies-address';
import { CompanyFilters } from './filters/CompanyFilters';
import classes from './CompaniesPage.module.css';

interface ToolbarProps {
  address: CompaniesAddress;
  searchText: DebouncedText;
  /** The number of matches; null if unknown. */
  found: number | null;
  /** How many are due for follow-up by today. */
  due: number;
  children?: ReactNode;
  onFailure: (message: string | null) => void;
}

export function Toolbar({ address, searchText, found, due, children, onFailure }: ToolbarProps) {
  const { sub: userId } = useUser();
  const { search, filters, sort, change } = address;
  return (
    <div className={classes.toolbar}>
      <SearchBox {...searchText} />
      <CompanyFilters address={address} found={found} />
      <Button
        size="sm"
        variant={filters.due ? 'light' : 'default'}
        aria-pressed={filters.due}
        leftSection={<Icon of={IconCalendar} size={16} />}
        onClick={() => {
          change({ filters: { ...filters, due: !filters.due } });
        }}
      >
        {due === 0 ? 'Due today' : `Due today ${formatNumber(due)}`}
      </Button>
      {children}
      <ExportMenu
        wanted={{
          userId,
          ...filterArguments({ search, filters }, today()),
          ...sortArguments(sort),
        }}
        onFailure={onFailure}
      />
    </div>
  );
}

function SearchBox({ text, type, settle }: DebouncedText) {
  return (
    <TextInput
      type="search"
      aria-label="Search companies"
      placeholder="Search by name, location, notes or tags..."
      className={classes.search ?? ''}
      leftSection={<Icon of={IconSearch} size={16} />}
      rightSection={
        text === '' ? null : (
          <CloseButton
            size="sm"
            aria-label="Clear the search box"
            onClick={() => {
              type('');
            }}
          />
        )
      }
      value={text}
      onBlur={settle}
      onChange={(event) => {
        type(event.currentTarget.value);
      }}
    />
  );
}
