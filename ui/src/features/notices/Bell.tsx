/**
 * What the frame shows of notices: the bell with its count and what it opens, and for a phone the avatar's count and
 * the menu's first item.
 */
import { ActionIcon } from '@mantine/core';
import { Suspense, useRef, useState, type ToggleEvent } from 'react';
import { formatNumber } from '@/shared/lib/format';
import { preload } from '@/shared/lib/preload';
import { PartBoundary } from '@/shared/ui/boundaries';
import { Icon } from '@/shared/ui/Icon';
import { IconBell } from '@/shared/ui/icons';
import { newNoticesText } from './notice-text';
import { LISTED, useListNoticesQuery } from './notices-api';
import type { NoticesBody } from '@/shared/api/generated';
import classes from './Notices.module.css';

const PANEL = 'notices';
const POLL_MS = 60_000;
/** What there is no room for in the badge. */
const MOST_COUNTED = 99;

const panel = preload(() => import('./NoticesPanel'));
const NoticesPanel = panel.component((module) => module.NoticesPanel);

export function Bell() {
  const { data } = useListNoticesQuery(LISTED, {
    pollingInterval: POLL_MS,
    skipPollingIfUnfocused: true,
    refetchOnFocus: true,
    refetchOnReconnect: true,
  });
  const unread = data?.unread ?? 0;
  return (
    <>
      <ActionIcon
        className={classes.bell ?? ''}
        variant="default"
        size={36}
        popoverTarget={PANEL}
        aria-label={unread === 0 ? 'Notices' : `Notices, ${newNoticesText(unread)}`}
        onPointerEnter={panel.ask}
        onFocus={panel.ask}
      >
        <Icon of={IconBell} />
        <Count unread={unread} />
      </ActionIcon>
      <Popover />
      <Said body={data} />
    </>
  );
}

/** A native popover: it opens, closes (Esc, a press elsewhere) and restores the focus by itself. */
function Popover() {
  const box = useRef<HTMLDivElement>(null);
  const [opened, setOpened] = useState(false);
  const toggled = ({ newState, currentTarget }: ToggleEvent<HTMLDivElement>) => {
    setOpened(newState === 'open');
    if (newState === 'open') currentTarget.focus();
  };
  return (
    <div
      ref={box}
      id={PANEL}
      popover="auto"
      role="dialog"
      aria-label="Notices"
      tabIndex={-1}
      className={classes.popover}
      onToggle={toggled}
    >
      {opened ? (
        <PartBoundary text="The notices could not be shown.">
          <Suspense>
            <NoticesPanel onLeave={() => box.current?.hidePopover()} />
          </Suspense>
        </PartBoundary>
      ) : null}
    </div>
  );
}

function Count({ unread }: { unread: number }) {
  if (unread === 0) return null;
  return (
    <span className={classes.count} aria-hidden>
      {unread > MOST_COUNTED ? `${MOST_COUNTED}+` : formatNumber(unread)}
    </span>
  );
}

/** Says once what is new. */
function Said({ body }: { body: NoticesBody | undefined }) {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState('');
  const fresh = (body?.notices ?? []).filter(({ id, read }) => !read && !known.has(id));
  if (fresh.length > 0) {
    setKnown(new Set([...known, ...fresh.map(({ id }) => id)]));
    setText(newNoticesText(fresh.length));
  }
  return (
    <span role="status" className={classes.heard}>
      {/* Another element each time: the same text would not be heard again. */}
      <span key={known.size}>{text}</span>
    </span>
  );
}

/** As the bell has heard. */
function useUnread(): number {
  return useListNoticesQuery(LISTED).data?.unread ?? 0;
}

/** Beside a phone's avatar. */
export function AvatarCount() {
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <span className={classes.onAvatar}>
      <Count unread={unread} />
      <span className={classes.heard}>, {newNoticesText(unread)}</span>
    </span>
  );
}

interface NoticesItemProps {
  className: string;
  /** The menu makes way for the notices. */
  onLeave: () => void;
}

/** Begins a phone's menu. */
export function NoticesItem({ className, onLeave }: NoticesItemProps) {
  const unread = useUnread();
  return (
    <li className={classes.onPhone}>
      <button
        type="button"
        className={className}
        onClick={() => {
          onLeave();
          document.getElementById(PANEL)?.showPopover();
        }}
      >
        {unread === 0 ? 'Notices' : `Notices ${formatNumber(unread)}`}
      </button>
    </li>
  );
}
