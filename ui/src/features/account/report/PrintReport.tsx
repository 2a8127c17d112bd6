/**
 * The report for paper: the page's own sections, drawn once more below the app, where only a printer sees them. The
 * page itself stays as it is, with all that was typed.
 */
import { Title } from '@mantine/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { formatDate } from '@/shared/lib/format';
import { nameOf, useAccount, type Account } from '../account';
import { AmountComparisons, PoliticalAffiliation, ShareComparisons } from '../ChartSections';
import { PrintingContext } from '../printing';
import { SECTIONS, type SectionOf } from '../sections';
import { Summary } from '../Summary';
import { PrintedDetails, PrintedNextSteps, PrintedNotes } from './PrintedNotes';
import { Sources } from './Sources';
import classes from './Print.module.css';

/** What is drawn in another way than on the page: charts without waiting for them, forms as what they say. */
const PRINTED: Record<string, SectionOf['Content']> = {
  percentages: ShareComparisons,
  amounts: AmountComparisons,
  politics: PoliticalAffiliation,
  details: PrintedDetails,
  notes: PrintedNotes,
  'next-steps': PrintedNextSteps,
};
const NOTES = ['details', 'notes', 'next-steps'];
/** Two of these stand beside each other. */
const HALVES = [
  'risk',
  'location',
  'commuting',
  'housing',
  'vehicles',
  'tourism',
  'density',
  'saturation',
  'indicators',
  'weather',
  'competitors',
  'politics',
];

interface PrintReportProps {
  withNotes: boolean;
}

export function PrintReport({ withNotes }: PrintReportProps) {
  const account = useAccount();
  const [date] = useState(() => formatDate(Date.now()));
  const printed = ({ id, shown }: SectionOf) =>
    shown?.(account) !== false && (withNotes || !NOTES.includes(id));
  return createPortal(
    <PrintingContext value={true}>
      <div className={classes.sheet} data-report>
        <style>{pageStyle(account, date)}</style>
        <p className={classes.kind}>DemandAtlas · Business report · {date}</p>
        <Summary />
        {SECTIONS.filter(printed).map((section) => (
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

function PrintedSection({ section: { id, title, Content } }: { section: SectionOf }) {
  const Printed = PRINTED[id] ?? Content;
  return (
    <section className={classes.section} data-section={id} data-half={HALVES.includes(id)}>
      <Title order={2} size="h3" className={classes.title}>
        {title}
      </Title>
      <Printed />
    </section>
  );
}

/** Of the whole document, and so only while a report is there: smaller type, and the foot of each page. */
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

/** A text as CSS has it: whatever is no letter and no digit by its number, so that nothing can end it. */
function cssString(text: string): string {
  const escaped = text.replace(
    /[^\p{L}\p{N} .,]/gu,
    (sign) => `\\${(sign.codePointAt(0) ?? 0).toString(16)} `,
  );
  return `"${escaped}"`;
}
