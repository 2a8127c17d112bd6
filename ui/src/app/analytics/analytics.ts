/**
 * Third-party analytics: off unless the operator names a script and a property. The script is any that reads
 * gtag.js's data layer. It is told the pattern of each opened page (`/account/:sessionKey/:rowIdx`), never an address
 * with ids or a query, and that somebody signed in, never who.
 */
import type { createBrowserRouter } from 'react-router';
import type { AnalyticsConfig } from '@/shared/api/generated';
import type { PageHandle } from '@/shared/ui/DocumentTitle';

interface Analytics {
  pageView: (page: { pattern: string; title: string }) => void;
  login: () => void;
}

interface DataLayerWindow {
  dataLayer?: unknown[];
}

const started = new WeakMap<AnalyticsConfig, Analytics>();

/** The same ones for the same configuration: a component that is rendered anew before it is first shown asks again. */
export function analyticsOf(config: AnalyticsConfig): Analytics {
  const analytics = started.get(config) ?? start(config);
  started.set(config, analytics);
  return analytics;
}

function start(config: AnalyticsConfig): Analytics {
  tell('js', new Date());
  // We send page views: the script's own would contain the whole address.
  tell('config', config.id, { send_page_view: false, ...place(window.location.origin) });
  load(config.script);
  return {
    pageView: ({ pattern, title }) => {
      tell('event', 'page_view', {
        page_path: pattern,
        page_title: title,
        ...place(`${window.location.origin}${pattern}`),
      });
    },
    login: () => {
      tell('event', 'login');
    },
  };
}

function place(location: string) {
  return { page_location: location, page_referrer: '' };
}

/** A command for the script, queued until it loads. It recognizes commands as `arguments` objects. */
const tell: (...command: unknown[]) => void = function () {
  const layer = ((window as DataLayerWindow).dataLayer ??= []);
  // eslint-disable-next-line prefer-rest-params -- see above
  layer.push(arguments);
};

function load(address: string): void {
  const script = document.createElement('script');
  script.src = address;
  script.async = true;
  script.referrerPolicy = 'origin';
  document.head.append(script);
}

/** Counts each opened page, including the first. */
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
