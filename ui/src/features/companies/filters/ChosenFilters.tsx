import { Button } from '@mantine/core';
import { ClearAll } from '@/shared/filters/ClearAll';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { Icon } from '@/shared/ui/Icon';
import { IconX } from '@/shared/ui/icons';
import { NO_FILTERS, type CompaniesAddress } from '../companies-address';
import { chosenFilters } from './filter-words';
import classes from './Filters.module.css';

interface ChosenFiltersProps {
  address: CompaniesAddress;
  /** How many match; null where nothing says so. */
  found: number | null;
  /** Of so many; 0 where nothing says how many match. */
  saved: number;
}

/** What the list is narrowed to, and how many that leaves. */
export function ChosenFilters({ address, found, saved }: ChosenFiltersProps) {
  const { filters, search, change } = address;
  const chosen = chosenFilters(filters);
  if (chosen.length === 0 && (search.trim() === '' || saved === 0)) return null;
  return (
    <div className={classes.chosen}>
      <span role="status" className={classes.found}>
        {found === null ? '' : `${formatNumber(found)} of ${formatCounted(saved, 'company', 'companies')}`}
      </span>
      {chosen.map(({ key, word, without }) => (
        <Button
          key={key}
          size="compact-sm"
          variant="default"
          maw="16rem"
          aria-label={`Remove the filter ${word}`}
          title={word}
          rightSection={<Icon of={IconX} size={14} />}
          onClick={() => {
            change({ filters: without });
          }}
        >
          {word}
        </Button>
      ))}
      {chosen.length === 0 ? null : (
        <ClearAll
          count={chosen.length}
          onClear={() => {
            change({ filters: NO_FILTERS });
          }}
        />
      )}
    </div>
  );
}
