/** Facts of the business: in two columns, and compared with the nation. */
import type { ReactNode } from 'react';
import { CompareBar } from '@/shared/compare/CompareBar';
import { FactValue } from '@/shared/facts/FactValue';
import { formatNumber } from '@/shared/lib/format';
import { ScoreBadge } from '@/shared/score/ScoreBadge';
import type_ from '@/shared/ui/type.module.css';
import { hasFact, labelOf, levelOf, numberOf, useAccount } from './account';
import { comparedOf } from './averages';
import { usePrinting } from './printing';
import classes from './Account.module.css';

interface FactProps {
  name: string;
  /** Replaces the value, if there is one. */
  children?: ReactNode;
}

/** A fact's value, with its source on demand. */
export function Fact({ name, children }: FactProps) {
  const { row, book, answer } = useAccount();
  return (
    <FactValue row={row} name={name} book={book} answer={answer}>
      {children}
    </FactValue>
  );
}

/** A score with its bar. */
export function Score({ name, risk = false }: { name: string; risk?: boolean }) {
  const score = numberOf(useAccount(), name);
  return <Fact name={name}>{score === null ? null : <ScoreBadge score={score} risk={risk} />}</Fact>;
}

interface ItemProps {
  label: string;
  children: ReactNode;
}

export function Item({ label, children }: ItemProps) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

export function FactsList({ children, label }: { children: ReactNode; label?: string }) {
  return (
    <dl className={classes.facts} aria-label={label}>
      {children}
    </dl>
  );
}

interface NamesProps {
  names: readonly string[];
}

/** The available facts in this order; the others are counted below. */
export function NamedFacts({ names }: NamesProps) {
  const account = useAccount();
  const there = names.filter((name) => hasFact(account, name));
  return (
    <>
      {there.length === 0 ? null : (
        <FactsList>
          {there.map((name) => (
            <Item key={name} label={labelOf(account, name)}>
              <Fact name={name} />
            </Item>
          ))}
        </FactsList>
      )}
      <AbsentFacts names={names} />
    </>
  );
}

/** Facts beside the nation's figures, where its table has them. */
export function ComparedFacts({ names }: NamesProps) {
  const account = useAccount();
  const there = names.filter((name) => hasFact(account, name));
  return (
    <>
      {there.length === 0 ? null : (
        <dl className={classes.compared}>
          {there.map((name) => (
            <ComparedFact key={name} name={name} />
          ))}
        </dl>
      )}
      <AbsentFacts names={names} />
    </>
  );
}

interface ComparedFactProps {
  name: string;
  /** Shows the area each describes, where facts of several areas are side by side. */
  withLevel?: boolean;
}

export function ComparedFact({ name, withLevel = false }: ComparedFactProps) {
  const account = useAccount();
  const compared = comparedOf(account, name);
  return (
    <div className={classes.comparedFact}>
      <dt>{labelOf(account, name)}</dt>
      <dd className={classes.comparedValue}>
        <Fact name={name} />
      </dd>
      {withLevel ? <dd className={type_.caption}>{levelOf(account, name)}</dd> : null}
      {compared === null ? null : (
        <dd>
          <CompareBar {...compared} />
          {compared.old === null ? null : <span className={type_.caption}>Both are of {compared.old}.</span>}
        </dd>
      )}
    </div>
  );
}

/** How many of these are missing, and on request which and why. */
function AbsentFacts({ names }: NamesProps) {
  const account = useAccount();
  const absent = names.filter((name) => !hasFact(account, name));
  const printing = usePrinting();
  if (absent.length === 0 || absent.length === names.length) return null;
  if (printing) {
    const labels = absent.map((name) => labelOf(account, name));
    return <p className={classes.absent}>Not available: {labels.join(', ')}.</p>;
  }
  return (
    <details className={classes.absent}>
      <summary>{formatNumber(absent.length)} more not available</summary>
      <FactsList>
        {absent.map((name) => (
          <Item key={name} label={labelOf(account, name)}>
            <Fact name={name} />
          </Item>
        ))}
      </FactsList>
    </details>
  );
}
