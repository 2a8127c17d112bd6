import { Button } from '@mantine/core';
import { CHANGED_WORDS } from '@/shared/companies/changed';
import { ClearAll } from '@/shared/filters/ClearAll';
import { formatCounted, formatNumber } from '@/shared/lib/format';
import { SCORE_BANDS } from '@/shared/score/score';
import { contactStatus, statusLook } from '@/shared/status/contact-status';
import { Icon } from '@/shared/ui/Icon';
import { IconX } from '@/shared/ui/icons';
import { CONTACT_WORDS } from '@/shared/websites/words';
import {
  GROUPS,
  NO_FILTERS,
  SWITCHES,
  type CompaniesAddress,
  type Filters,
  type Group,
  type Switch,
} from '../companies-address';
import classes from './Filters.module.css';

interface ChosenFiltersProps {
  address: CompaniesAddress;
  /** The number of matches; null if unknown. */
  found: number | null;
  /** The total; 0 if the number of matches is unknown. */
  saved: number;
}

/** The active filters and the number of companies they leave. */
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

/** A filter's text outside its group. */
export function filterWord(group: Group, value: string): string {
  if (group === 'status') return statusLook(contactStatus(value)).label;
  if (group === 'score') {
    const band = SCORE_BANDS.find((each) => each.band === value);
    return band === undefined ? value : `${band.band} ${band.word}`;
  }
  return group === 'tag' ? `Tag: ${value}` : value;
}

export const SWITCH_WORDS: Record<Switch, string> = {
  due: 'Due today',
  stale: 'Old facts',
  changed: CHANGED_WORDS,
  hasEmail: CONTACT_WORDS.email,
  hasPhone: CONTACT_WORDS.phone,
  websiteRead: CONTACT_WORDS.website,
};

interface ChosenFilter {
  key: string;
  word: string;
  without: Filters;
}

function chosenFilters(filters: Filters): ChosenFilter[] {
  return [
    ...GROUPS.flatMap((group) =>
      filters[group].map((value) => ({
        key: `${group} ${value}`,
        word: filterWord(group, value),
        without: { ...filters, [group]: filters[group].filter((each) => each !== value) },
      })),
    ),
    ...SWITCHES.filter((name) => filters[name]).map((name) => ({
      key: name,
      word: SWITCH_WORDS[name],
      without: { ...filters, [name]: false },
    })),
  ];
}
