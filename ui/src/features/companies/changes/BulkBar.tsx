/** The actions on the chosen companies, in place of the toolbar. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useUser } from '@/shared/auth/auth-context';
import { useFetchAll, type CompanyFilters } from '@/shared/companies/companies-api';
import { formatNumber } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/Icon';
import { IconX } from '@/shared/ui/icons';
import { ReadWebsitesButton } from '@/shared/websites/ReadWebsites';
import type { Reading } from '@/shared/websites/use-reading';
import { useFacets } from '../use-companies';
import { ExportMenu } from './ExportMenu';
import { FollowUpPopover, TagPopover } from './FormPopover';
import { RefreshButton } from './RefreshButton';
import { RemoveButton } from './RemoveButton';
import { StatusMenu } from './StatusMenu';
import type { Actions } from './use-actions';
import type { Bulk, BulkAction } from './use-bulk';
import type { ChosenCompanies } from './use-selection';
import classes from './Bulk.module.css';

/** How many ids fit in an address. */
const MOST_IN_ADDRESS = 200;

interface BulkBarProps {
  chosen: ChosenCompanies;
  bulk: Bulk;
  actions: Actions;
  /** The list's filters, and the number of matches. */
  filters: CompanyFilters;
  total: number;
  /** Of their websites. */
  reading: Reading;
  onFailure: (message: string | null) => void;
}

export function BulkBar({ chosen, bulk, actions, filters, total, reading, onFailure }: BulkBarProps) {
  const { sub: userId } = useUser();
  const { progress } = bulk;
  const busy = progress !== null;
  const ids = [...chosen.ids];
  const { elsewhere } = chosen;
  const isAll = chosen.all && ids.length === total;
  const run = (action: BulkAction) => bulk.run(ids, action);
  return (
    <div className={classes.bar} role="toolbar" aria-label="Selected companies">
      <span className={classes.count} role="status">
        {busy
          ? `${formatNumber(progress.done)} of ${formatNumber(progress.total)}`
          : `${formatNumber(ids.length)} selected`}
        {busy || elsewhere === 0 || isAll ? null : (
          <span className={classes.elsewhere}>, {formatNumber(elsewhere)} not on this page</span>
        )}
      </span>
      {ids.length < total ? (
        <SelectAll chosen={chosen} filters={filters} total={total} disabled={busy} onFailure={onFailure} />
      ) : null}
      <StatusMenu disabled={busy} onChoose={(status) => void run(actions.setStatus(status))} />
      <Tags disabled={busy} chosen={chosen} actions={actions} onRun={(action) => void run(action)} />
      <FollowUpPopover disabled={busy} onSet={(date) => void run(actions.setFollowUp(date))} />
      <ExportMenu
        disabled={busy}
        wanted={
          ids.length <= MOST_IN_ADDRESS
            ? { userId, companyIds: ids.join(',') }
            : isAll
              ? { userId, ...filters }
              : null
        }
        onFailure={onFailure}
      />
      <ReadWebsitesButton whose={{ companies: ids }} reading={reading} disabled={busy} />
      <RefreshButton count={ids.length} disabled={busy} onConfirm={() => void run(actions.refresh)}>
        Enrich again
      </RefreshButton>
      <RemoveButton
        count={ids.length}
        disabled={busy}
        onRemove={() => {
          void run(actions.remove).then(chosen.drop);
        }}
      />
      <Button
        size="sm"
        variant="subtle"
        className={classes.end ?? ''}
        leftSection={<Icon of={IconX} size={16} />}
        onClick={chosen.clear}
      >
        Clear selection
      </Button>
    </div>
  );
}

interface TagsProps extends Pick<BulkBarProps, 'chosen' | 'actions'> {
  disabled: boolean;
  onRun: (action: BulkAction) => void;
}

/** Tags in use are loaded when first needed. */
function Tags({ chosen, actions, disabled, onRun }: TagsProps) {
  const [wanted, setWanted] = useState(false);
  const { facets } = useFacets(wanted);
  const known = facets?.tags.map(({ value }) => value) ?? [];
  return (
    <TagPopover
      disabled={disabled}
      known={known}
      onOpen={() => {
        setWanted(true);
      }}
      onAdd={(tag) => {
        onRun(actions.addTag(tag));
      }}
      onRemove={(tag) => {
        const inUse = known.find((each) => each.toLowerCase() === tag.toLowerCase()) ?? tag;
        onRun(actions.removeTag(tag, (id) => chosen.spellingOf(id, tag) ?? inUse));
      }}
    />
  );
}

interface SelectAllProps extends Pick<BulkBarProps, 'chosen' | 'filters' | 'total' | 'onFailure'> {
  disabled: boolean;
}

/** Also chooses companies on other pages. */
function SelectAll({ chosen, filters, total, disabled, onFailure }: SelectAllProps) {
  const { sub: userId } = useUser();
  const fetchAll = useFetchAll();
  const [asking, setAsking] = useState(false);
  const selectAll = async () => {
    onFailure(null);
    setAsking(true);
    try {
      chosen.chooseAll(await fetchAll({ userId, ...filters }));
    } catch {
      onFailure('Not all companies could be selected. Try again.');
    }
    setAsking(false);
  };
  return (
    <Button size="sm" variant="subtle" loading={asking} disabled={disabled} onClick={selectAll}>
      {`Select all ${formatNumber(total)}`}
    </Button>
  );
}
