import { CloseButton, TextInput } from '@mantine/core';
import { Icon } from '@/shared/ui/Icon';
import { IconSearch } from '@/shared/ui/icons';
import type { SearchText } from './use-search-text';
import classes from './CompaniesPage.module.css';

export function SearchBox({ text, type }: SearchText) {
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
      onChange={(event) => {
        type(event.currentTarget.value);
      }}
    />
  );
}
