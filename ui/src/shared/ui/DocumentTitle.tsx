import { useMatches } from 'react-router';

const PRODUCT = 'DemandAtlas';

/** What a route declares about its page. */
export interface PageHandle {
  title: string;
  /** Tables and maps get more room than text. */
  wide?: boolean;
}

function useHandle(): PageHandle | undefined {
  return useMatches().at(-1)?.handle as PageHandle | undefined;
}

/** The page table's title for the current address. */
export function usePageTitle(): string {
  return useHandle()?.title ?? PRODUCT;
}

/** Whether the current page is a table or a map. */
export function useWidePage(): boolean {
  return useHandle()?.wide === true;
}

interface DocumentTitleProps {
  title: string;
  /** Distinguishes this tab from others of the same page. */
  before?: string | undefined;
}

/** Sets the title of the browser's tab. */
export function DocumentTitle({ title, before = '' }: DocumentTitleProps) {
  const parts = [before, title === PRODUCT ? '' : title, PRODUCT];
  return <title>{parts.filter((part) => part !== '').join(' · ')}</title>;
}
