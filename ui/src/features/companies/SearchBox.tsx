import { CloseButton, TextInput } from '@mantine/core';
import { Icon } from '@/shared/ui/Icon';
import { IconSearch } from '@/shared/ui/icons';
import type { SettledText } from '@/shared/lib/use-settled-text';
import classes from './CompaniesPage.module.css';

export function SearchBox({ text, type, settle }: SettledText) {
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
