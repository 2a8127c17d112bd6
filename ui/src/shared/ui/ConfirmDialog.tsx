import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { usePhone } from './use-phone';

interface ConfirmDialogProps {
  opened: boolean;
  /** A question: "Save 98 companies?" */
  title: string;
  children?: ReactNode;
  /** Verbs that answer the question: "Save 98 companies", "Keep them". */
  confirm: string;
  /** Omitted if there is nothing to keep. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  disabled?: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks before something that costs, saves many or loses data; the safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    opened,
    title,
    children,
    confirm,
    cancel,
    danger = false,
    busy = false,
    disabled = false,
    onConfirm,
    onCancel,
  } = props;
  const phone = usePhone();
  return (
    <Modal
      opened={opened}
      onClose={onCancel}
      title={title}
      centered
      fullScreen={phone}
      zIndex="var(--da-layer-dialog)"
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      {typeof children === 'string' ? <Text>{children}</Text> : children}
      <Group justify="flex-end" gap="sm" mt="lg">
        {cancel === undefined ? null : (
          <Button variant="default" data-autofocus onClick={onCancel}>
            {cancel}
          </Button>
        )}
        <Button
          loading={busy}
          disabled={disabled}
          onClick={onConfirm}
          {...(danger ? { color: 'red.9' } : {})}
        >
          {confirm}
        </Button>
      </Group>
    </Modal>
  );
}
