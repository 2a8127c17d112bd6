import { CloseButton, TextInput } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Icon } from '@/shared/ui/Icon';
import { IconSearch } from '@/shared/ui/icons';
import classes from './CompaniesPage.module.css';

const PAUSE_MS = 250;

interface SearchBoxProps {
  search: string;
  onSearch: (search: string) => void;
}

/** Asks once nothing was typed for a moment. */
export function SearchBox({ search, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(search);
  const [sent, setSent] = useState(search);
  const [seen, setSeen] = useState(search);
  if (search !== seen) {
    setSeen(search);
    // The address came back to an earlier search; what was typed since it was sent stays otherwise.
    if (search !== sent) {
      setSent(search);
      setText(search);
    }
  }
  const send = useRef(onSearch);
  useEffect(() => {
    send.current = onSearch;
  });
  useEffect(() => {
    if (text === sent) return undefined;
    const timer = setTimeout(() => {
      setSent(text);
      send.current(text);
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [text, sent]);

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
              setText('');
            }}
          />
        )
      }
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
      }}
    />
  );
}
