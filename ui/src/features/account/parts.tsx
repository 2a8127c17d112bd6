/** The parts of a section: facts, each in one of a few layouts, the same on screen and paper. */
import type { ReactNode } from 'react';
import { whyAbsent } from '@/shared/facts/explain-fact';
import { formatCounted, formatNumber, formatPercent } from '@/shared/lib/format';
import { StatTile, StatTiles } from '@/shared/ui/StatTile';
import { hasFact, labelOf, numberOf, useAccount, type Account } from './account';
import { ComparedFacts, Fact, FactsList, Item, NamedFacts } from './Facts';
import { usePrinting } from './printing';
import classes from './Account.module.css';
import figures from './Figures.module.css';
import type_ from '@/shared/ui/type.module.css';

export interface Part {
  facts: readonly string[];
  content: ReactNode;
}

/** Custom content that shows these facts. */
export const content = (node: ReactNode, ...facts: string[]): Part => ({ facts, content: node });

/** Facts compared with the nation. */
export const compared = (...facts: string[]) => content(<ComparedFacts names={facts} />, ...facts);

/** Facts in two columns with their own labels. */
export const list = (...facts: string[]) => content(<NamedFacts names={facts} />, ...facts);

/** Facts as tiles, without absent ones. */
export const tiles = (...facts: string[]) => content(<FactTiles names={facts} />, ...facts);

/** Figures that make up a whole, as a bar; `percent` if they are shares already. */
export const shares = (title: string, facts: readonly string[], percent = false) =>
  content(<Shares title={title} names={facts} percent={percent} />, ...facts);

/** Facts listed even if absent, each with its own label or another and possibly its own content. */
export const items = (...entries: readonly [label: string | null, fact: string, value?: ReactNode][]) =>
  content(
    <FactsList>
      {entries.map(([label, fact, value]) => (
        <FactItem key={fact} label={label} name={fact}>
          {value}
        </FactItem>
      ))}
    </FactsList>,
    ...entries.map(([, fact]) => fact),
  );

/** Why the state's figure is shown and not the county's. */
export const ofStateOnly = (fact: string, instead: string) =>
  content(<OfStateOnly name={fact} instead={instead} />);

export function hasAny(account: Account, names: readonly string[]): boolean {
  return names.some((name) => hasFact(account, name));
}

interface FactItemProps {
  label?: string | null;
  name: string;
  children?: ReactNode;
}

export function FactItem({ label = null, name, children }: FactItemProps) {
  const account = useAccount();
  return <Item label={label ?? labelOf(account, name)}>{children ?? <Fact name={name} />}</Item>;
}

function OfStateOnly({ name, instead }: { name: string; instead: string }) {
  const account = useAccount();
  if (hasFact(account, name) || !hasFact(account, instead)) return null;
  const why = whyAbsent(account.row, account.book?.find(name), account.answer);
  return (
    <p className={classes.missing}>
      {labelOf(account, name)} of the county: {why}
    </p>
  );
}

function FactTiles({ names }: { names: readonly string[] }) {
  const account = useAccount();
  return (
    <StatTiles>
      {names
        .filter((name) => hasFact(account, name))
        .map((name) => (
          <StatTile key={name} label={labelOf(account, name)} value={<Fact name={name} />} />
        ))}
    </StatTiles>
  );
}

interface SharesProps {
  title: string;
  names: readonly string[];
  percent: boolean;
}

/** Falls back to a list if a figure is missing, since the rest would look like the whole. */
function Shares({ title, names, percent }: SharesProps) {
  const account = useAccount();
  const figures = names.map((name) => ({ name, value: numberOf(account, name) }));
  const known = figures.filter((figure): figure is { name: string; value: number } => figure.value !== null);
  const whole = known.reduce((sum, { value }) => sum + value, 0);
  if (known.length < names.length || whole <= 0) return <NamedFacts names={names} />;
  return (
    <PartsBar
      title={title}
      parts={known.map(({ name, value }) => ({
        label: labelOf(account, name).replace(/ %$/, ''),
        share: value / whole,
        text: percent
          ? formatPercent(value)
          : `${formatNumber(value)} (${formatPercent((value / whole) * 100)})`,
      }))}
    />
  );
}

/** Facts of the section's group that no section names, such as those of a new table. */
export function FurtherFacts({ names }: { names: readonly string[] }) {
  const account = useAccount();
  const printing = usePrinting();
  const there = names.filter((name) => hasFact(account, name));
  if (there.length === 0) return null;
  const facts = (
    <FactsList>
      {there.map((name) => (
        <FactItem key={name} name={name} />
      ))}
    </FactsList>
  );
  if (printing) return facts;
  return (
    <details className={classes.absent}>
      <summary>{formatCounted(there.length, 'more fact', 'more facts')}</summary>
      {facts}
    </details>
  );
}

interface Slice {
  label: string;
  /** 0 to 1. */
  share: number;
  text: string;
}

const COLORS = [
  'var(--da-chart-place)',
  'var(--da-chart-2)',
  'var(--da-chart-3)',
  'var(--da-chart-4)',
  'var(--da-average-outline)',
  'var(--da-average-bar)',
];

/** A whole and its parts as one bar, with a legend that gives the same figures. */
function PartsBar({ title, parts }: { title: string; parts: readonly Slice[] }) {
  const color = (index: number) => COLORS[index % COLORS.length];
  return (
    <figure className={figures.figure}>
      <figcaption className={type_.label}>{title}</figcaption>
      <div className={figures.parts} aria-hidden>
        {parts.map(({ label, share }, index) =>
          share <= 0 ? null : (
            <span
              key={label}
              className={figures.part}
              style={{ flexGrow: share, background: color(index) }}
            />
          ),
        )}
      </div>
      <ul className={figures.legend}>
        {parts.map(({ label, text }, index) => (
          <li key={label}>
            <span className={figures.swatch} style={{ background: color(index) }} aria-hidden />
            {label} <b>{text}</b>
          </li>
        ))}
      </ul>
    </figure>
  );
}
