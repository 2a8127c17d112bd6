import { useState } from 'react';
import { Notice } from '@/shared/ui/Notice';
import type { CompaniesAddress } from '../companies-address';
import { ChosenFilters } from '../filters/ChosenFilters';
import { Toolbar } from '../Toolbar';
import type { SettledText } from '@/shared/lib/use-settled-text';
import { CompaniesBoard } from './CompaniesBoard';

interface BoardViewProps {
  address: CompaniesAddress;
  searchText: SettledText;
  due: number;
}

/** The board under the list's own search and filters. */
export function BoardView({ address, searchText, due }: BoardViewProps) {
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <>
      <Toolbar address={address} searchText={searchText} found={null} due={due} onFailure={setFailure} />
      <ChosenFilters address={address} found={null} saved={0} />
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      <CompaniesBoard address={address} />
    </>
  );
}
