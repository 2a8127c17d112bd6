/**
 * The page table: what each address shows, its title, and whether the sidebar links to it. Routes, guard, sidebar,
 * headings and tab titles are made from it.
 */
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { HomePage } from '@/features/home/HomePage';
import { CallbackPage } from '@/features/sign-in/CallbackPage';
import { preload } from '@/shared/lib/preload';
import type { PageName } from '@/shared/paths';
import {
  IconBuilding,
  IconCalendar,
  IconHistory,
  IconHome,
  IconMap2,
  IconSearch,
  IconShield,
  IconWorldSearch,
} from '@/shared/ui/icons';

interface PageFacts {
  /** The heading and the title of the browser's tab. */
  title: string;
  /** Open to visitors too; all other pages ask them to sign in. */
  open?: true;
  /** A table or a map, with more room than text. */
  wide?: true;
  /** The link in the sidebar, which follows the order of this table; a second group is called "Explore". */
  nav?: { label: string; icon: Icon; group?: 'explore' };
}

/** A page is part of the first download, or loaded when opened. */
export type Page = PageFacts &
  ({ component: ComponentType; load?: never } | { load: () => Promise<ComponentType>; component?: never });

const loadAccount = async () => (await import('@/features/account/AccountPage')).AccountPage;

/** For lists of businesses: also loads the account page's script, so that it is ready when one is opened. */
function withAccount<List>(list: List): List {
  if ('requestIdleCallback' in window) {
    // If that fails, opening the account reports it.
    requestIdleCallback(() => void loadAccount().catch(() => undefined));
  }
  return list;
}

const panels = preload(() => import('./HomePanels'));
const HomePanels = panels.component((module) => module.HomePanels);

function Home() {
  return (
    <HomePage>
      <HomePanels />
    </HomePage>
  );
}

const loadMailLink = () => import('@/features/notices/MailLinkPage');

export const PAGES: Record<PageName, Page> = {
  callback: { title: 'Signing in', open: true, component: CallbackPage },
  home: { title: 'DemandAtlas', nav: { label: 'Home', icon: IconHome }, component: Home },
  search: {
    title: 'DemandAtlas',
    wide: true,
    nav: { label: 'DemandAtlas', icon: IconSearch },
    load: async () => withAccount((await import('@/features/search/SearchPage')).SearchPage),
  },
  myCompanies: {
    title: 'My Companies',
    wide: true,
    nav: { label: 'My Companies', icon: IconBuilding },
    load: async () => withAccount((await import('@/features/companies/CompaniesPage')).CompaniesPage),
  },
  schedule: {
    title: 'Scheduled Scrapes',
    wide: true,
    nav: { label: 'Scheduled Scrapes', icon: IconCalendar },
    load: async () => (await import('@/features/schedule/SchedulePage')).SchedulePage,
  },
  monitor: {
    title: 'Scheduled Scrape',
    wide: true,
    load: async () => (await import('@/features/schedule/MonitorPage')).MonitorPage,
  },
  history: {
    title: 'Scraping History & Logs',
    wide: true,
    nav: { label: 'History/Logs', icon: IconHistory },
    load: async () => (await import('@/features/history/HistoryPage')).HistoryPage,
  },
  proxy: {
    title: 'Proxy Settings',
    nav: { label: 'Proxy Settings', icon: IconShield },
    load: async () => (await import('@/features/websites/ProxyPage')).ProxyPage,
  },
  atlas: {
    title: 'Demand Map',
    wide: true,
    nav: { label: 'Demand Map', icon: IconMap2, group: 'explore' },
    load: async () => (await import('@/features/atlas/AtlasPage')).AtlasPage,
  },
  atlasArea: {
    title: 'What is missing',
    wide: true,
    load: async () => (await import('@/features/atlas/county/CountyPage')).CountyPage,
  },
  scrape: {
    title: 'Start Scraping',
    wide: true,
    nav: { label: 'Start Scraping', icon: IconWorldSearch, group: 'explore' },
    load: async () => (await import('@/features/websites/StartScrapingPage')).StartScrapingPage,
  },
  account: {
    title: 'Account',
    wide: true,
    load: loadAccount,
  },
  enricher: {
    title: 'Enricher',
    wide: true,
    load: async () => (await import('@/features/enricher/EnricherPage')).EnricherPage,
  },
  sessionMap: {
    title: 'Map',
    wide: true,
    load: async () => (await import('@/features/maps/ResultsMapPages')).SessionMapPage,
  },
  businessMap: {
    title: 'Map',
    wide: true,
    load: async () => (await import('@/features/maps/ResultsMapPages')).BusinessMapPage,
  },
  resultsMap: {
    title: 'Results Map',
    wide: true,
    load: async () => (await import('@/features/maps/ResultsMapPages')).ResultsMapPage,
  },
  plans: {
    title: 'Plans',
    load: async () => (await import('@/features/plans/PlansPage')).PlansPage,
  },
  pricing: {
    title: 'Plans',
    load: async () => (await import('@/features/plans/PlansPage')).PlansPage,
  },
  companiesMap: {
    title: 'Companies Map View',
    wide: true,
    load: async () => (await import('@/features/map-view/MapViewPage')).MapViewPage,
  },
  coupons: {
    title: 'Billing & Credits',
    load: async () => (await import('@/features/coupons/CouponsPage')).CouponsPage,
  },
  mailConfirm: {
    title: 'E-mails',
    open: true,
    load: async () => (await loadMailLink()).MailConfirmPage,
  },
  mailStop: {
    title: 'E-mails',
    open: true,
    load: async () => (await loadMailLink()).MailStopPage,
  },
};
