/** What somebody wrote about the business, as text. */
import type { CrmField } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';
import { formatDate, formatDateTime } from '@/shared/lib/format';
import { readWritten } from '@/shared/lib/written';
import { useAccount } from '../account';
import { FOLLOW_UP_LABEL, isNotes, textOf } from '../crm';
import { useCrm } from '../crm-record';
import { FactsList, Item } from '../Facts';
import { isNextStep, nextStepsKey } from '../next-steps';
import page from '../Account.module.css';
import classes from './Print.module.css';

export function PrintedDetails() {
  const { state, fields, draft, followUp } = useCrm();
  if (state !== 'ready') return <p className={page.missing}>The account details could not be loaded.</p>;
  const text = ({ key, kind }: CrmField) => {
    const written = textOf(draft, key);
    if (written === '') return <span className={page.missing}>None</span>;
    return kind === 'day' ? formatDate(written) : written;
  };
  return (
    <FactsList>
      {fields.map((field) =>
        isNotes(field) ? null : (
          <Item key={field.key} label={field.label}>
            {text(field)}
          </Item>
        ),
      )}
      <Item label={FOLLOW_UP_LABEL}>
        {followUp.day === '' ? <span className={page.missing}>None</span> : formatDate(followUp.day)}
      </Item>
    </FactsList>
  );
}

export function PrintedNotes() {
  const { state, fields, draft } = useCrm();
  if (state !== 'ready') return <p className={page.missing}>The notes could not be loaded.</p>;
  const written = fields.filter((field) => isNotes(field) && textOf(draft, field.key).trim() !== '');
  if (written.length === 0) return <p className={page.missing}>No notes.</p>;
  return written.map(({ key }) => (
    <p key={key} className={classes.notes}>
      {textOf(draft, key)}
    </p>
  ));
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
