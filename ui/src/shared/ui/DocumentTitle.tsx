import { useMatches } from 'react-router';

const PRODUCT = 'DemandAtlas';

/** What a route says of its page. */
export interface PageHandle {
  title: string;
  /** Tables and maps get more room than text. */
  wide?: boolean;
}

function useHandle(): PageHandle | undefined {
  return useMatches().at(-1)?.handle as PageHandle | undefined;
}

/** The title that the page table gives to the page at this address. */
export function usePageTitle(): string {
  return useHandle()?.title ?? PRODUCT;
}

/** Whether the page at this address is a table or a map. */
export function useWidePage(): boolean {
  return useHandle()?.wide === true;
}

interface DocumentTitleProps {
  title: string;
  /** What tells this tab from others of the same page. */
  before?: string | undefined;
}

/** Names the browser's tab. */
export function DocumentTitle({ title, before = '' }: DocumentTitleProps) {
  const parts = [before, title === PRODUCT ? '' : title, PRODUCT];
  return <title>{parts.filter((part) => part !== '').join(' · ')}</title>;
}
