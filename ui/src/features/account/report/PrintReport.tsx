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
import { content, type Part } from '../parts';
import { SectionContent } from '../SectionContent';
import { sectionsOf, type SectionOf } from '../sections';
import { Summary } from '../Summary';
import { PrintedDetails, PrintedNextSteps, PrintedNotes } from './PrintedNotes';
import { Sources } from './Sources';
import classes from './Print.module.css';

/** What is drawn in another way than on the page: charts without waiting for them, forms as what they say. */
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
