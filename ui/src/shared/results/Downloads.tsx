import { ActionIcon, Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { downloadSession, type ExportFormat, type FileKind } from '@/shared/api/download';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown, IconDots, IconDownload } from '@/shared/ui/icons';

const FILES: (FileKind & { label: string })[] = [
  { format: 'csv', label: 'Download CSV' },
  { format: 'html', label: 'Download HTML' },
  { format: 'xlsx', label: 'Excel (.xlsx)' },
  { format: 'geojson', label: 'GeoJSON, for maps' },
  { format: 'json', label: 'JSON, for programs' },
  { format: 'csv', sources: 'columns', label: 'CSV, a source for each value' },
  { format: 'xlsx', sources: 'columns', label: 'Excel, a source for each value' },
];

interface DownloadsProps {
  /** Null if there are no rows. */
  sessionKey: string | null;
  /** Why a file did not come; null when another is requested. */
  onFailure: (message: string | null) => void;
  /** How many files have buttons of their own; all others are in the menu. */
  buttons?: 0 | 1 | 2;
  /** A further file in the menu; `save` returns why it did not come, or null. */
  further?: { label: string; save: () => Promise<string | null> };
}

/** Downloads all rows of a session. */
export function Downloads({ sessionKey, onFailure, buttons = 2, further }: DownloadsProps) {
  /** The format being downloaded by a button, or 'more'. */
  const [busy, setBusy] = useState<ExportFormat | 'more' | null>(null);
  const saved = async (by: typeof busy, save: () => Promise<string | null>) => {
    setBusy(by);
    onFailure(null);
    onFailure(await save());
    setBusy(null);
  };
  const save = async (kind: FileKind, by: typeof busy = 'more') => {
    if (sessionKey !== null) await saved(by, () => downloadSession(sessionKey, kind));
  };
  const isOff = sessionKey === null || busy !== null;
  return (
    <>
      {FILES.slice(0, buttons).map(({ format, label }) => (
        <Button
          key={label}
          size="sm"
          px="sm"
          variant="default"
          disabled={isOff && busy !== format}
          loading={busy === format}
          leftSection={<Icon of={IconDownload} size={16} />}
          onClick={() => save({ format }, format)}
        >
          {label}
        </Button>
      ))}
      <Menu position="bottom-end">
        <Menu.Target>
          {buttons === 2 ? (
            <Button
              size="sm"
              px="sm"
              variant="default"
              disabled={isOff}
              loading={busy === 'more'}
              rightSection={<Icon of={IconChevronDown} size={16} />}
            >
              More formats
            </Button>
          ) : (
            <ActionIcon
              size={36}
              variant="default"
              disabled={isOff}
              loading={busy === 'more'}
              aria-label="More formats"
            >
              <Icon of={IconDots} />
            </ActionIcon>
          )}
        </Menu.Target>
        <Menu.Dropdown>
          {FILES.slice(buttons).map(({ label, ...kind }) => (
            <Menu.Item key={label} onClick={() => save(kind)}>
              {label}
            </Menu.Item>
          ))}
          {further === undefined ? null : (
            <Menu.Item onClick={() => saved('more', further.save)}>{further.label}</Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
