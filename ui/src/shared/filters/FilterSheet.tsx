import { Button, Drawer } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { formatNumber } from '@/shared/lib/format';
import { ToastPlace } from '@/shared/ui/Toast';
import { ClearAll } from './ClearAll';
import classes from './Filters.module.css';

interface FilterSheetProps {
  label?: string;
  count: number;
  onClear: () => void;
  /** The label of the button back: "Show 41 companies". */
  show: string;
  children: ReactNode;
}

/** For screens without room for filters: a button and a bottom sheet. */
export function FilterSheet({ label = 'Filters', count, onClear, show, children }: FilterSheetProps) {
  const [opened, { open, close }] = useDisclosure(false);
  return (
    <>
      <Button variant="default" size="sm" onClick={open} aria-haspopup="dialog">
        {count === 0 ? label : `${label} ${formatNumber(count)}`}
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        position="bottom"
        size="80dvh"
        title={label}
        zIndex="var(--da-layer-dialog)"
        closeButtonProps={{ 'aria-label': 'Close' }}
        classNames={{
          content: classes.sheet ?? '',
          title: classes.sheetTitle ?? '',
          body: classes.sheetBody ?? '',
        }}
      >
        <div className={classes.sheetGroups}>{children}</div>
        <div className={classes.sheetFoot}>
          <ClearAll count={count} onClear={onClear} />
          <Button onClick={close}>{show}</Button>
        </div>
        <ToastPlace />
      </Drawer>
    </>
  );
}
