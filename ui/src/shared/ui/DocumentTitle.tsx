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

/** Names the browser's tab. */
export function DocumentTitle({ title }: { title: string }) {
  return <title>{title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`}</title>;
}
