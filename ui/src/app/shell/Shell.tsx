/**
 * The frame around every signed-in page: top bar, sidebar with the six links and the credits counter,
 * and the page. On a phone the sidebar folds away behind a button.
 */
import { AppShell } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useEffect } from 'react';
import { Outlet, useLocation } from 'react-router';
import { useConfig } from '@/shared/config/config-context';
import { sidebarVariables } from '../tokens';
import { Sidebar } from './Sidebar';
import { TopBar } from './TopBar';
import classes from './Shell.module.css';

export function Shell() {
  const [menuOpen, menu] = useDisclosure(false);
  const { pathname } = useLocation();
  const { dev_sign_in: developmentSignIn } = useConfig();
  const { close } = menu;

  // Opening a page on a phone leaves the menu behind.
  useEffect(() => {
    close();
  }, [pathname, close]);

  return (
    <AppShell
      layout="alt"
      header={{ height: 60 }}
      navbar={{ width: 264, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
    >
      <a className={classes.skip} href="#content">
        Skip to content
      </a>
      <AppShell.Header className={classes.header}>
        <TopBar menuOpen={menuOpen} onToggleMenu={menu.toggle} developmentSignIn={developmentSignIn} />
      </AppShell.Header>
      <AppShell.Navbar className={classes.navbar} id="menu" aria-label="Menu" style={sidebarVariables}>
        <Sidebar onClose={close} />
      </AppShell.Navbar>
      <AppShell.Main id="content" tabIndex={-1} className={classes.main}>
        <div className={classes.page}>
          <Outlet />
        </div>
      </AppShell.Main>
    </AppShell>
  );
}
