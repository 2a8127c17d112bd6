/** What somebody wrote about the business, as text. */
import { useUser } from '@/shared/auth/auth-context';
import { formatDate, formatDateTime } from '@/shared/lib/format';
import { readWritten } from '@/shared/lib/written';
import { useAccount } from '../account';
import { CRM_LABELS, FOLLOW_UP_LABEL, type CrmField } from '../crm';
import { useCrm } from '../crm-record';
import { FactsList, Item } from '../Facts';
import { isNextStep, nextStepsKey } from '../next-steps';
import page from '../Account.module.css';
import classes from './Print.module.css';

const DETAILS: readonly CrmField[] = ['status', 'accountType', 'lastContactDate', 'mainPOC', 'email'];

export function PrintedDetails() {
  const { state, draft, followUp } = useCrm();
  if (state !== 'ready') return <p className={page.missing}>The account details could not be loaded.</p>;
  const text = (field: CrmField) => {
    if (draft[field] === '') return <span className={page.missing}>None</span>;
    return field === 'lastContactDate' ? formatDate(draft[field]) : draft[field];
  };
  return (
    <FactsList>
      {DETAILS.map((field) => (
        <Item key={field} label={CRM_LABELS[field]}>
          {text(field)}
        </Item>
      ))}
      <Item label={FOLLOW_UP_LABEL}>
        {followUp.day === '' ? <span className={page.missing}>None</span> : formatDate(followUp.day)}
      </Item>
    </FactsList>
  );
}

export function PrintedNotes() {
  const { state, draft } = useCrm();
  if (state !== 'ready') return <p className={page.missing}>The notes could not be loaded.</p>;
  if (draft.notes.trim() === '') return <p className={page.missing}>No notes.</p>;
  return <p className={classes.notes}>{draft.notes}</p>;
}

export function PrintedNextSteps() {
  const { sub: userId } = useUser();
  const { sessionKey, rowIdx } = useAccount();
  const { businessId } = useCrm();
  const steps = readWritten(nextStepsKey({ userId, sessionKey, rowIdx, businessId }), isNextStep);
  if (steps.length === 0) return <p className={page.missing}>No next steps.</p>;
  return (
    <ul className={page.steps}>
      {steps.map(({ at, text }) => (
        <li key={at}>
          <p>{text}</p>
          <span className={page.missing}>{formatDateTime(at)}</span>
        </li>
      ))}
    </ul>
  );
}
