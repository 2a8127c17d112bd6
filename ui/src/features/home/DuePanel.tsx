/** Companies to follow up today. */
import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import { errorMessage } from '@/shared/api/api-error';
import { formatNumber, formatShortDate } from '@/shared/lib/format';
import { paths } from '@/shared/paths';
import { StatusDot } from '@/shared/status/StatusChip';
import { LoadFailure } from '@/shared/ui/LoadFailure';
import { Panel } from '@/shared/ui/Panel';
import type { Home } from './use-home';
import classes from './HomePage.module.css';

export function DuePanel({ home }: { home: Home }) {
  const { companies, due, next, day } = home;
  if (companies.error !== undefined && due === undefined) {
    return (
      <Panel title="Due today">
        <LoadFailure
          title="Companies could not be loaded. They are safe."
          text={errorMessage(companies.error)}
          query={companies}
        />
      </Panel>
    );
  }
  if (due === undefined) return null;
  if (due.due_total === 0) {
    if (next === null) return null;
    return (
      <Panel title="Due today">
        <p className={classes.nothing}>
          Nothing is due today. Next: {next.name}, {formatShortDate(next.day)}.
        </p>
      </Panel>
    );
  }
  return (
    <Panel
      title={`Due today (${formatNumber(due.due_total)})`}
      aside={
        <Anchor component={Link} to={paths.myCompanies('1')} size="sm" underline="always">
          All due
        </Anchor>
      }
    >
      <ul className={classes.rows}>
        {due.companies.map((company) => (
          <li key={company.company_id} className={classes.row}>
            <StatusDot status={company.contact_status} />
            <Anchor
              component={Link}
              to={paths.account(company.session_id, company.business_row_idx)}
              underline="hover"
              className={classes.name}
            >
              {company.company_name}
            </Anchor>
            <span className={classes.figure}>
              {[company.city ?? '', lateText(company.follow_up_date, day)]
                .filter((part) => part !== '')
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** 'since Mar 4' for one that was due before. */
function lateText(followUp: string | null | undefined, day: string): string {
  return followUp == null || followUp >= day ? '' : `since ${formatShortDate(followUp)}`;
}
