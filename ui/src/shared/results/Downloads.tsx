import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { downloadSession, type ExportFormat, type FileKind } from '@/shared/api/download';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown, IconDownload } from '@/shared/ui/icons';

/** Besides CSV and HTML, which have their own buttons. */
const MORE: (FileKind & { label: string })[] = [
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
}

/** Downloads all rows of a session. */
export function Downloads({ sessionKey, onFailure }: DownloadsProps) {
  /** The format being downloaded by a button, or 'menu'. */
  const [busy, setBusy] = useState<ExportFormat | 'more' | null>(null);
  const save = async (kind: FileKind, by: typeof busy = 'more') => {
    if (sessionKey === null) return;
    setBusy(by);
    onFailure(null);
    onFailure(await downloadSession(sessionKey, kind));
    setBusy(null);
  };
  const button = (format: ExportFormat) => ({
    size: 'sm',
    px: 'sm',
    disabled: sessionKey === null || (busy !== null && busy !== format),
    loading: busy === format,
    onClick: () => save({ format }, format),
  });

  return (
    <>
      <Button {...button('csv')} variant="default" leftSection={<Icon of={IconDownload} size={16} />}>
        Download CSV
      </Button>
      <Button {...button('html')} variant="default" leftSection={<Icon of={IconDownload} size={16} />}>
        Download HTML
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            size="sm"
            px="sm"
            variant="default"
            disabled={sessionKey === null || busy !== null}
            loading={busy === 'more'}
            rightSection={<Icon of={IconChevronDown} size={16} />}
          >
            More formats
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {MORE.map(({ label, ...kind }) => (
            <Menu.Item key={label} onClick={() => save(kind)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </>
  );
}
