import { useState } from 'react';
import { Notice } from '@/shared/ui/Notice';
import type { CompaniesAddress } from '../companies-address';
import { ChosenFilters } from '../filters/ChosenFilters';
import { Toolbar } from '../Toolbar';
import { CompaniesBoard } from './CompaniesBoard';

/** The board under the list's own search and filters. */
export function BoardView({ address, due }: { address: CompaniesAddress; due: number }) {
  const [failure, setFailure] = useState<string | null>(null);
  return (
    <>
      <Toolbar address={address} found={null} due={due} onFailure={setFailure} />
      <ChosenFilters address={address} found={null} saved={0} />
      {failure === null ? null : <Notice tone="bad">{failure}</Notice>}
      <CompaniesBoard address={address} />
    </>
  );
}
