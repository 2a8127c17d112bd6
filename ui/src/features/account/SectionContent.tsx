import { Fragment } from 'react';
import { useAccount } from './account';
import { FurtherFacts, hasAny } from './parts';
import { furtherFacts, type SectionOf } from './sections';
import classes from './Account.module.css';

/** The parts of a section, on screen and on paper. */
export function SectionContent({ section: { id, parts, missing } }: { section: SectionOf }) {
  const account = useAccount();
  const further = furtherFacts(account, id);
  const all = [...parts.flatMap(({ facts }) => facts), ...further];
  if (missing !== undefined && !hasAny(account, all)) return <p className={classes.missing}>{missing}</p>;
  return (
    <div className={classes.stack}>
      {parts.map(({ content }, index) => (
        <Fragment key={index}>{content}</Fragment>
      ))}
      <FurtherFacts names={further} />
    </div>
  );
}
