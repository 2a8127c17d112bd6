/**
 * The report for paper: the page's own sections, rendered again below the app, visible in print only. The page
 * itself, with everything typed, stays untouched.
 */
import { Title } from '@mantine/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { CrmField } from '@/shared/api/generated';
import { useUser } from '@/shared/auth/auth-context';
import { useConfig } from '@/shared/config/config-context';
import { explainFact } from '@/shared/facts/explain-fact';
import { plainText } from '@/shared/facts/shown-fact';
import { formatDate, formatDateTime } from '@/shared/lib/format';
import { readNotes } from '@/shared/lib/local-notes';
import { GROUND_CREDIT } from '@/shared/map/Attribution';
import { hasFact, nameOf, useAccount, type Account } from '../account';
import { AmountComparisons, PoliticalAffiliation, ShareComparisons } from '../ChartSections';
import { FOLLOW_UP_LABEL, isNotes, textOf } from '../crm';
import { useCrm } from '../crm-record';
import { FactsList, Item } from '../Facts';
import { isNextStep, nextStepsKey } from '../next-steps';
import { content, type Part } from '../parts';
import { PrintingContext } from '../printing';
import { SectionContent } from '../SectionContent';
import { sectionsOf, type SectionOf } from '../sections';
import { Summary } from '../Summary';
import page from '../Account.module.css';
import classes from './Print.module.css';

/** Rendered differently than on the page: charts without lazy loading, forms as text. */
const PRINTED: Record<string, Part[]> = {
  percentages: [content(<ShareComparisons />)],
  amounts: [content(<AmountComparisons />)],
  politics: [content(<PoliticalAffiliation />)],
  details: [content(<PrintedDetails />)],
  notes: [content(<PrintedNotes />)],
  'next-steps': [content(<PrintedNextSteps />)],
};

interface PrintReportProps {
  withNotes: boolean;
}

export function PrintReport({ withNotes }: PrintReportProps) {
  const account = useAccount();
  const [date] = useState(() => formatDate(Date.now()));
  const printed = sectionsOf(account).filter(({ group }) => withNotes || group !== 'Your work');
  return createPortal(
    <PrintingContext value={true}>
      <div className={classes.sheet} data-report>
        <style>{pageStyle(account, date)}</style>
        <p className={classes.kind}>DemandAtlas · Business report · {date}</p>
        <Summary />
        {printed.map((section) => (
          <PrintedSection key={section.id} section={section} />
        ))}
        <section className={classes.section}>
          <Title order={2} size="h3" className={classes.title}>
            Sources
          </Title>
          <Sources />
        </section>
      </div>
    </PrintingContext>,
    document.body,
  );
}

function PrintedSection({ section }: { section: SectionOf }) {
  const { id, title, parts, half = false } = section;
  return (
    <section className={classes.section} data-section={id} data-half={half}>
      <Title order={2} size="h3" className={classes.title}>
        {title}
      </Title>
      <SectionContent section={{ ...section, parts: PRINTED[id] ?? parts }} />
    </section>
  );
}

/** Styles of the whole document, so only present with a report: smaller type, and the footer of each page. */
function pageStyle(account: Account, date: string): string {
  const foot = `${nameOf(account).slice(0, 80)} · ${date}`;
  return `@media print {
  html { font-size: 11.5px; }
  body { background: #fff; }
}
@page {
  margin: 9mm 12mm 12mm;
  @bottom-left { content: ${cssString(foot)}; font: 9px sans-serif; color: #44504c; }
  @bottom-right { content: counter(page) " / " counter(pages); font: 9px sans-serif; color: #44504c; }
}`;
}

/** A text for CSS: everything but letters and digits is escaped, so that nothing can end the string. */
function cssString(text: string): string {
  const escaped = text.replace(
    /[^\p{L}\p{N} .,]/gu,
    (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped}"`;
}

/** All sources of the report, with the credit lines that licenses require. */
function Sources() {
  const account = useAccount();
  const { tile_url: tileUrl, tile_attribution: tiles } = useConfig();
  const licensed = sourcesOf(account);
  const credits = [
    plainText(account.row.attribution),
    tileUrl == null || tiles === '' ? `Maps: ${GROUND_CREDIT}` : `Maps: ${tiles}; ${GROUND_CREDIT}`,
  ].filter((credit) => credit !== null);
  return (
    <div className={classes.sources}>
      {licensed.length === 0 ? <p className={page.missing}>The sources are not available.</p> : null}
      {licensed.map(({ licence, sources }) => (
        <p key={licence}>
          <b>{licence ?? 'License not stated'}</b>: {sources.join('; ')}.
        </p>
      ))}
      {credits.map((credit) => (
        <p key={credit}>{credit}</p>
      ))}
    </div>
  );
}

/** The sources of a business's facts: each source once, under its license. */
interface LicensedSources {
  /** Null if not stated. */
  licence: string | null;
  /** 'US Census Bureau: Population Estimates Program (2023)'. */
  sources: string[];
}

/** Facts made from several sources name them all. */
const AND = ' + ';

function sourcesOf(account: Account): LicensedSources[] {
  const { row, book, answer } = account;
  const used = (book?.fields ?? [])
    .filter(({ key }) => hasFact(account, key))
    .map(({ key }) => explainFact(row, key, book, answer));
  const alone = new Set(used.flatMap(({ title }) => (title === null || title.includes(AND) ? [] : [title])));
  const byLicence = new Map<string | null, Set<string>>();
  for (const { title, publisher, vintage, licence } of used) {
    if (title === null) continue;
    // Every part of it is listed by itself.
    if (title.includes(AND) && title.split(AND).every((part) => alone.has(part))) continue;
    const listed = byLicence.get(licence) ?? new Set();
    const named = publisher === null ? title : `${publisher}: ${title}`;
    listed.add(vintage === null ? named : `${named} (${vintage})`);
    byLicence.set(licence, listed);
  }
  return [...byLicence].map(([licence, sources]) => ({ licence, sources: [...sources] }));
}

/** The user's notes about the business, as text. */
function PrintedDetails() {
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

function PrintedNotes() {
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

function PrintedNextSteps() {
  const { sub: userId } = useUser();
  const { sessionKey, rowIdx } = useAccount();
  const { businessId } = useCrm();
  const steps = readNotes(nextStepsKey({ userId, sessionKey, rowIdx, businessId }), isNextStep);
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
