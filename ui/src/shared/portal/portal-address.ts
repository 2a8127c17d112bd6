/**
 * The 'Credits & Billing' portal in an address: `?portal=ledger&session=…` opens it on any page, so that Back and
 * Reload restore it.
 */
import { useCallback } from 'react';
import { useLocation, useSearchParams, type To } from 'react-router';

export const PORTAL_TABS = ['overview', 'upgrade', 'billing', 'coupons', 'ledger'] as const;
export type PortalTab = (typeof PORTAL_TABS)[number];

const TAB = 'portal';
/** The ledger's filters; removed with the portal. */
const LEDGER_FILTERS = ['session', 'kind', 'period'] as const;
type LedgerFilter = (typeof LEDGER_FILTERS)[number];

/** Null if the address opens none. */
function portalTab(params: URLSearchParams): PortalTab | null {
  const wanted = params.get(TAB);
  if (wanted === null) return null;
  return PORTAL_TABS.find((tab) => tab === wanted) ?? 'overview';
}

function opened(params: URLSearchParams, tab: PortalTab): URLSearchParams {
  const next = closed(params);
  next.set(TAB, tab);
  return next;
}

function closed(params: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const name of [TAB, ...LEDGER_FILTERS.map(ledgerParam)]) next.delete(name);
  return next;
}

function ledgerParam(filter: LedgerFilter): string {
  return `ledger-${filter}`;
}

export function ledgerFilter(params: URLSearchParams, filter: LedgerFilter): string | null {
  return params.get(ledgerParam(filter));
}

/** Opens, changes and closes the portal on the current page. */
export function usePortal() {
  const [params, setParams] = useSearchParams();
  const open = useCallback(
    (tab: PortalTab, options: { replace?: boolean } = {}) => {
      setParams((current) => opened(current, tab), { preventScrollReset: true, ...options });
    },
    [setParams],
  );
  const close = useCallback(() => {
    setParams(closed, { replace: true, preventScrollReset: true });
  }, [setParams]);
  const setLedgerFilter = useCallback(
    (filter: LedgerFilter, value: string | null) => {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          if (value === null) next.delete(ledgerParam(filter));
          else next.set(ledgerParam(filter), value);
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
    [setParams],
  );
  return { tab: portalTab(params), params, open, close, setLedgerFilter };
}

/** Leads to the ledger entries of a session, on the current page. */
export function useLedgerLink(): (session: string) => To {
  const { pathname, search } = useLocation();
  return (session) => {
    const params = opened(new URLSearchParams(search), 'ledger');
    params.set(ledgerParam('session'), session);
    return { pathname, search: params.toString() };
  };
}
