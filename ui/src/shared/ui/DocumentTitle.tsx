import { useMatches } from 'react-router';

const PRODUCT = 'DemandAtlas';

/** What a route says of its page. */
export interface PageHandle {
  title: string;
}

/** The title that the page table gives to the page at this address. */
export function usePageTitle(): string {
  const handle = useMatches().at(-1)?.handle as PageHandle | undefined;
  return handle?.title ?? PRODUCT;
}

/** Names the browser's tab. */
export function DocumentTitle({ title }: { title: string }) {
  return <title>{title === PRODUCT ? PRODUCT : `${title} · ${PRODUCT}`}</title>;
}
