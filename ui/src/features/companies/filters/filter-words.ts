/** How a filter reads where it stands alone. */
import { SCORE_BANDS } from '@/shared/score/score';
import { contactStatus, statusLook } from '@/shared/status/contact-status';
import { GROUPS, SWITCHES, type Filters, type Group, type Switch } from '../companies-address';

export function filterWord(group: Group, value: string): string {
  if (group === 'status') return statusLook(contactStatus(value)).label;
  if (group === 'score') {
    const band = SCORE_BANDS.find((each) => each.band === value);
    return band === undefined ? value : `${band.band} ${band.word}`;
  }
  return group === 'tag' ? `Tag: ${value}` : value;
}

const SWITCH_WORDS: Record<Switch, string> = { due: 'Due today', stale: 'Old facts' };

interface ChosenFilter {
  key: string;
  word: string;
  /** The filters without it. */
  without: Filters;
}

export function chosenFilters(filters: Filters): ChosenFilter[] {
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
