import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { StatusChip } from '@/shared/status/StatusChip';
import { placeOf, type MappedCompany } from './mapped-company';

interface CompanyPopupProps {
  company: MappedCompany;
  /** Where visits are ordered, this company can be the first. */
  onVisitFirst?: (() => void) | undefined;
}

/** What the popup of a saved company says below its name. */
export function CompanyPopup({ company, onVisitFirst }: CompanyPopupProps) {
  const place = placeOf(company);
  return (
    <Stack gap={6} align="flex-start">
      {place === undefined ? null : <Text size="sm">{place}</Text>}
      <Text size="sm" c="dimmed">
        {company.industry}
      </Text>
      <StatusChip status={company.status} />
      <Group gap="sm">
        <Anchor
          component={Link}
          to={paths.account(company.sessionKey, company.rowIdx)}
          size="sm"
          fw={600}
          underline="always"
        >
          View Account
        </Anchor>
        {onVisitFirst === undefined ? null : (
          <Button variant="default" size="compact-sm" onClick={onVisitFirst}>
            Visit first
          </Button>
        )}
      </Group>
    </Stack>
  );
}
