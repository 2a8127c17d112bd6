import type { ReactNode } from 'react';
import { Icon } from './Icon';
import { IconAlertTriangle } from './icons';
import classes from './Notice.module.css';

interface NoticeProps {
  tone: 'warning' | 'bad';
  title?: string;
  children?: ReactNode;
}

/** A framed message. Bad news is announced at once; a warning is part of the page. */
export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={classes.notice} data-tone={tone} role={tone === 'bad' ? 'alert' : 'note'}>
      <Icon of={IconAlertTriangle} size={20} />
      <div className={classes.text}>
        {title === undefined ? null : <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}
