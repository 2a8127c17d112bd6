import { CHANGED_WORDS, changesOf, changeText } from '@/shared/companies/changed';
import type { SavedCompany } from '@/shared/companies/companies-api';
import { Icon } from '@/shared/ui/Icon';
import { IconHistory } from '@/shared/ui/icons';
import { GoogleCredit } from '@/shared/ui/GoogleCredit';
import { SampleTag, Tag } from '@/shared/ui/Tag';
import classes from './CompanyName.module.css';

const OLD_FACTS = 'Facts are older than the installed data';

/** A company's name, marked if it is sample data, has old facts, or has changed. */
export function CompanyName({ company }: { company: SavedCompany }) {
  const { company_name: name, sample, stale, google_place_id: placeId } = company;
  const changes = changesOf(company);
  return (
    <span className={classes.name} data-changed={changes.length > 0 || undefined}>
      <span className={classes.text} title={name}>
        {name}
      </span>
      {stale ? (
        <span className={classes.clock} role="img" aria-label={OLD_FACTS} title={OLD_FACTS}>
          <Icon of={IconHistory} size={14} />
        </span>
      ) : null}
      {changes.length === 0 ? null : (
        <span title={changes.map(changeText).join('; ')}>
          <Tag tone="info">{CHANGED_WORDS}</Tag>
        </span>
      )}
      {sample == null ? null : <SampleTag />}
      {placeId == null ? null : <GoogleCredit placeId={placeId} />}
    </span>
  );
}
