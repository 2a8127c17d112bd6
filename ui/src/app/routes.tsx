/**
 * The route table. Pages beyond the first route load when they are opened. Addresses whose pages this
 * version does not have yet say so.
 */
import { createBrowserRouter, type RouteObject } from 'react-router';
import { CallbackPage } from '@/features/sign-in/CallbackPage';
import { HomePage } from '@/features/home/HomePage';
import { LoadingScreen } from '@/shared/ui/LoadingScreen';
import { NotAvailablePage } from '@/shared/ui/NotAvailablePage';
import { Guard } from './auth/Guard';
import { NotFoundPage } from './NotFoundPage';
import { PageErrorBoundary } from './PageErrorBoundary';
import { Shell } from './shell/Shell';

const NOT_YET = [
  {
    path: '/scrape',
    title: 'Start Scraping',
    purpose: 'Here you will scrape the text and links of a website.',
  },
  {
    path: '/schedule',
    title: 'Scheduled Scrapes',
    purpose: 'Here you will set when scrapes run by themselves.',
  },
  {
    path: '/proxy',
    title: 'Proxy Settings',
    purpose: 'Here you will set the proxy that scrapes go through.',
  },
  {
    path: '/my-companies',
    title: 'My Companies',
    purpose: 'Here you will find the companies that you saved, and follow up on them.',
  },
  {
    path: '/map-view',
    title: 'Companies Map View',
    purpose: 'Here you will see your saved companies on a map.',
  },
  {
    path: '/coupons',
    title: 'Billing & Credits',
    purpose: 'Here you will see your account and redeem coupon codes.',
  },
  { path: '/plans', title: 'Plans', purpose: 'Here you will compare the plans and what they cost.' },
  { path: '/pricing', title: 'Plans', purpose: 'Here you will compare the plans and what they cost.' },
  { path: '/enrich', title: 'Enricher', purpose: 'Here you will enrich businesses with public data.' },
  { path: '/map', title: 'Map', purpose: 'Here you will see the results of a search on a map.' },
  {
    path: '/map/:sessionKey/:rowIdx',
    title: 'Map',
    purpose: 'Here you will see one business on a map.',
  },
  {
    path: '/results-map/:sessionKey',
    title: 'Results Map',
    purpose: 'Here you will see all results of a search on a map.',
  },
  {
    path: '/account/:sessionKey/:rowIdx',
    title: 'Account',
    purpose: 'Here you will see all that is known of one business.',
  },
];

export const routes: RouteObject[] = [
  { path: '/callback', element: <CallbackPage /> },
  {
    element: <Guard />,
    hydrateFallbackElement: <LoadingScreen label="Loading..." />,
    children: [
      {
        element: <Shell />,
        children: [
          {
            errorElement: <PageErrorBoundary />,
            children: [
              { path: '/', element: <HomePage /> },
              {
                path: '/googlemaps',
                lazy: async () => ({
                  Component: (await import('@/features/scraper/ScraperPage')).ScraperPage,
                }),
              },
              {
                path: '/logs',
                lazy: async () => ({
                  Component: (await import('@/features/history/HistoryPage')).HistoryPage,
                }),
              },
              ...NOT_YET.map(({ path, title, purpose }) => ({
                path,
                element: <NotAvailablePage title={title} purpose={purpose} />,
              })),
              { path: '*', element: <NotFoundPage /> },
            ],
          },
        ],
      },
    ],
  },
];

export function createRouter() {
  return createBrowserRouter(routes);
}
