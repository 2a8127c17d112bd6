import { Button, Menu } from '@mantine/core';
import { useState } from 'react';
import { downloadCompanies } from '@/shared/api/download';
import type { ExportSavedCompaniesApiArg } from '@/shared/api/generated';
import { Icon } from '@/shared/ui/Icon';
import { IconDownload } from '@/shared/ui/icons';
import { SENDERS_DUTIES } from '@/shared/websites/words';

type Kind = Pick<ExportSavedCompaniesApiArg, 'format' | 'sources'>;

const KINDS: (Kind & { label: string })[] = [
  { format: 'csv', label: 'CSV' },
  { format: 'xlsx', label: 'Excel (.xlsx)' },
  { format: 'geojson', label: 'GeoJSON, for maps' },
  { format: 'csv', sources: 'columns', label: 'CSV, a source for each value' },
  { format: 'xlsx', sources: 'columns', label: 'Excel, a source for each value' },
];

interface ExportMenuProps {
  /** Null if there are too many to name. */
  wanted: Omit<ExportSavedCompaniesApiArg, keyof Kind> | null;
  disabled?: boolean;
  onFailure: (message: string | null) => void;
}

/** Downloads companies as a file. */
export function ExportMenu({ wanted, disabled = false, onFailure }: ExportMenuProps) {
  const [busy, setBusy] = useState(false);
  const take = async (kind: Kind) => {
    if (wanted === null) {
      onFailure('Up to 200 companies of a selection can be exported, or all that match.');
      return;
    }
    setBusy(true);
    onFailure(null);
    onFailure(await downloadCompanies({ ...wanted, ...kind }));
    setBusy(false);
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="sm"
          variant="default"
          loading={busy}
          disabled={disabled}
          leftSection={<Icon of={IconDownload} size={16} />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {KINDS.map(({ label, ...kind }) => (
          <Menu.Item key={label} onClick={() => take(kind)}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Label maw={320}>{SENDERS_DUTIES}</Menu.Label>
      </Menu.Dropdown>
    </Menu>
  );
}
