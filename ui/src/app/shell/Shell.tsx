/**
 * The frame of every signed-in page: top bar, sidebar with links and the credits counter, the page, and the
 * tab of the billing portal in the right gutter. On a phone the sidebar is a drawer.
 */
import { Box } from '@mantine/core';
import { useDisclosure, useFocusReturn } from '@mantine/hooks';
import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { NavigationType, Outlet, useLocation, useNavigationType } from 'react-router';
import { BillingPortal } from '@/features/portal/BillingPortal';
import { useSuspension } from '@/shared/api/suspension';
import { useConfig } from '@/shared/config/config-context';
import { Banner } from '@/shared/ui/Banner';
import { useWidePage } from '@/shared/ui/DocumentTitle';
import { ToastProvider } from '@/shared/ui/Toast';
import { usePhone } from '@/shared/ui/use-phone';
import { sidebarVariables } from '../tokens';
import { Sidebar } from './Sidebar';
import { TopBar } from './TopBar';
import classes from './Shell.module.css';

export function Shell() {
  const menuBox = useRef<HTMLElement>(null);
  const menu = useMenu(menuBox);
  useStartAtTop();
  const wide = useWidePage();
  const { dev_sign_in: developmentSignIn } = useConfig();

  return (
    <ToastProvider>
      <div className={classes.shell}>
        <a className={classes.skip} href="#content">
          Skip to content
        </a>
        <header className={classes.header} inert={menu.covers}>
          <TopBar menuOpen={menu.open} onToggleMenu={menu.toggle} developmentSignIn={developmentSignIn} />
        </header>
        <div className={classes.navbar} id="menu" inert={menu.away} style={sidebarVariables}>
          <Sidebar menu={menuBox} onClose={menu.close} />
        </div>
        <main id="content" tabIndex={-1} className={classes.main} inert={menu.covers}>
          <div className={classes.page} data-wide={wide}>
            <SuspensionBanner />
            <Outlet />
          </div>
        </main>
        <BillingPortal />
      </div>
    </ToastProvider>
  );
}

/** Every page's calls are refused: they would each tell it in their own place. */
function SuspensionBanner() {
  const suspension = useSuspension();
  if (suspension === null) return null;
  return (
    <Box mb="lg">
      <Banner tone="bad">{suspension}</Banner>
    </Box>
  );
}

/** A new page starts at its top; one reached by Back, where the browser says. */
function useStartAtTop() {
  const { pathname } = useLocation();
  const how = useNavigationType();
  const shown = useRef(pathname);
  useLayoutEffect(() => {
    if (shown.current !== pathname && how !== NavigationType.Pop) document.documentElement.scrollTop = 0;
    shown.current = pathname;
  }, [pathname, how]);
}

/** The menu, on a phone a drawer: Esc closes it, and the focus moves in and back. */
function useMenu(box: RefObject<HTMLElement | null>) {
  const [open, { close, toggle }] = useDisclosure(false);
  const phone = usePhone();
  const { pathname } = useLocation();
  const covers = phone && open;
  useFocusReturn({ opened: covers });

  // Opening a page closes the menu.
  useEffect(() => {
    close();
  }, [pathname, close]);

  useEffect(() => {
    if (!covers) return undefined;
    box.current?.focus();
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') close();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
    };
  }, [covers, close, box]);

  return { open, close, toggle, covers, away: phone && !open };
}
