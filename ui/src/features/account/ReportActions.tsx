/** The report on paper and as a file. */
import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { downloadReport } from '@/shared/api/download';
import { Icon } from '@/shared/ui/Icon';
import { IconChevronDown, IconDownload } from '@/shared/ui/icons';
import { usePhone } from '@/shared/ui/use-phone';
import { useAccount } from './account';
import { useCrm } from './crm-record';
import { useReportPrinting } from './use-report-printing';

const PRINT = 'Print / PDF';
const CSV = 'CSV';

export function ReportActions() {
  const phone = usePhone();
  const { print, sheet, busy, failed } = useReportPrinting();
  const file = useCsv();
  // Until loaded, notes cannot be said to be missing.
  const notesAreComing = useCrm().state === 'loading';
  const failure = failed || file.failed;
  const printPlain = () => {
    print(false);
  };
  const withNotes = (
    <Menu.Item
      disabled={notesAreComing}
      onClick={() => {
        print(true);
      }}
    >
      Include my notes
    </Menu.Item>
  );
  return (
    <>
      {sheet}
      {failure ? <span role="alert">The report could not be made. Try again.</span> : null}
      {phone ? (
        <More label="Print or download" icon={IconDownload}>
          <Menu.Item onClick={printPlain}>{PRINT}</Menu.Item>
          {withNotes}
          <Menu.Item onClick={file.take}>{CSV}</Menu.Item>
        </More>
      ) : (
        <Group gap="xs">
          <Button.Group>
            <Button variant="default" loading={busy} onClick={printPlain}>
              {PRINT}
            </Button>
            <More label="More ways to print" icon={IconChevronDown}>
              {withNotes}
            </More>
          </Button.Group>
          <Button
            variant="default"
            loading={file.busy}
            leftSection={<Icon of={IconDownload} size={16} />}
            onClick={file.take}
          >
            {CSV}
          </Button>
        </Group>
      )}
    </>
  );
}

interface MoreProps {
  label: string;
  icon: typeof IconDownload;
  children: ReactNode;
}

function More({ label, icon, children }: MoreProps) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={36} aria-label={label}>
          <Icon of={icon} size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function useCsv() {
  const { sessionKey, rowIdx } = useAccount();
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const take = async () => {
    if (state === 'busy') return;
    setState('busy');
    const failure = await downloadReport(sessionKey, rowIdx);
    setState(failure === null ? 'idle' : 'failed');
  };
  return { take: () => void take(), busy: state === 'busy', failed: state === 'failed' };
}
