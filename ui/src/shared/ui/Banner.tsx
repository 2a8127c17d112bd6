import type { ReactNode } from 'react';
import { Icon } from './Icon';
import { IconAlertTriangle, IconInfoCircle } from './icons';
import classes from './Banner.module.css';

interface BannerProps {
  tone: 'info' | 'warning' | 'bad';
  children: ReactNode;
  action?: ReactNode;
}

/** One line above a page or section; a page shows one at a time, the most serious. */
export function Banner({ tone, children, action }: BannerProps) {
  return (
    <div className={classes.banner} data-tone={tone} role={tone === 'bad' ? 'alert' : 'status'}>
      <Icon of={tone === 'info' ? IconInfoCircle : IconAlertTriangle} />
      <span className={classes.text}>{children}</span>
      {action}
    </div>
  );
}
