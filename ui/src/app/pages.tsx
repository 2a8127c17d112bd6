/**
 * The page table: what each address of the app shows, how it is called, and whether the sidebar leads to
 * it. Routes, guard, sidebar, headings and the browser's tab are made from it.
 */
import type { Icon } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { HomePage } from '@/features/home/HomePage';
import { CallbackPage } from '@/features/sign-in/CallbackPage';
import type { PageName } from '@/shared/paths';
import { IconBuilding, IconCalendar, IconHistory, IconHome, IconSearch, IconShield } from '@/shared/ui/icons';
import { NotAvailablePage } from '@/shared/ui/NotAvailablePage';

interface PageFacts {
  /** The heading, and the name of the browser's tab. */
  title: string;
  /** Open to visitors too; all other pages ask them to sign in. */
  open?: true;
  /** Its link in the sidebar, which has them in the order of this table. */
  nav?: { label: string; icon: Icon };
}

/** A page comes with the first download, or is loaded when it is opened. */
export type Page = PageFacts &
  ({ component: ComponentType; load?: never } | { load: () => Promise<ComponentType>; component?: never });

export const PAGES: Record<PageName, Page> = {
  callback: { title: 'Signing in', open: true, component: CallbackPage },
  home: { title: 'DemandAtlas', nav: { label: 'Home', icon: IconHome }, component: HomePage },
  search: {
    title: 'DemandAtlas',
    nav: { label: 'DemandAtlas', icon: IconSearch },
    load: async () => (await import('@/features/scraper/ScraperPage')).ScraperPage,
  },
  myCompanies: {
    title: 'My Companies',
    nav: { label: 'My Companies', icon: IconBuilding },
    component: notYet('Here you will find the companies that you saved, and follow up on them.'),
  },
  schedule: {
    title: 'Scheduled Scrapes',
    nav: { label: 'Scheduled Scrapes', icon: IconCalendar },
    component: notYet('Here you will set when scrapes run by themselves.'),
  },
  history: {
    title: 'Scraping History & Logs',
    nav: { label: 'History/Logs', icon: IconHistory },
    load: async () => (await import('@/features/history/HistoryPage')).HistoryPage,
  },
  proxy: {
    title: 'Proxy Settings',
    nav: { label: 'Proxy Settings', icon: IconShield },
    component: notYet('Here you will set the proxy that scrapes go through.'),
  },
  scrape: {
    title: 'Start Scraping',
    component: notYet('Here you will scrape the text and links of a website.'),
  },
  account: {
    title: 'Account',
    component: notYet('Here you will see all that is known of one business.'),
  },
  enricher: {
    title: 'Enricher',
    component: notYet('Here you will enrich businesses with public data.'),
  },
  sessionMap: {
    title: 'Map',
    component: notYet('Here you will see the results of a search on a map.'),
  },
  businessMap: {
    title: 'Map',
    component: notYet('Here you will see one business on a map.'),
  },
  resultsMap: {
    title: 'Results Map',
    load: async () => (await import('@/features/maps/ResultsMapPage')).ResultsMapPage,
  },
  plans: {
    title: 'Plans',
    component: notYet('Here you will compare the plans and what they cost.'),
  },
  pricing: {
    title: 'Plans',
    component: notYet('Here you will compare the plans and what they cost.'),
  },
  companiesMap: {
    title: 'Companies Map View',
    component: notYet('Here you will see your saved companies on a map.'),
  },
  coupons: {
    title: 'Billing & Credits',
    component: notYet('Here you will see your account and redeem coupon codes.'),
  },
};

function notYet(purpose: string): ComponentType {
  return function NotYet() {
    return <NotAvailablePage purpose={purpose} />;
  };
}
