/** A page view for each page that is opened, the first one included. */
import type { createBrowserRouter } from 'react-router';
import type { PageHandle } from '@/shared/ui/DocumentTitle';
import type { Analytics } from './analytics';

type Router = Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>;

export function countPageViews(router: Router, analytics: Analytics): () => void {
  let counted: string | null = null;
  const look = ({ navigation, location, matches }: Router['state']) => {
    if (navigation.state !== 'idle' || location.pathname === counted) return;
    counted = location.pathname;
    const page = matches.at(-1)?.route;
    const title = (page?.handle as PageHandle | undefined)?.title ?? 'Not found';
    analytics.pageView({ pattern: page?.path ?? '*', title });
  };
  look(router.state);
  return router.subscribe(look);
}
