/**
 * Prints the report: its sheet is rendered on request, printed once its maps and charts are drawn, and then removed. The
 * browser's own print menu prints it too, once it was loaded.
 */
import { Suspense, useEffect, useRef, useState, type ComponentType, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { usePaper } from '@/shared/lib/paper';

const load = async () => (await import('./report/PrintReport')).PrintReport;

/** After this a map is printed without missing tiles. */
const PATIENCE_MS = 4_000;
/** The page itself comes first. */
const IDLE_MS = 2_000;

interface Sheet {
  Report: ComponentType<{ withNotes: boolean }>;
  withNotes: boolean;
}

interface ReportPrinting {
  print: (withNotes: boolean) => void;
  /** What is printed; hidden on screen. */
  sheet: ReactNode;
  busy: boolean;
  failed: boolean;
}

export function useReportPrinting(): ReportPrinting {
  const [sheet, setSheet] = useState<Sheet | null>(null);
  const [state, setState] = useState<'idle' | 'busy' | 'failed'>('idle');
  const loaded = useLoadedReport();
  usePaper();
  useEffect(() => {
    const before = () => {
      const Report = loaded.current;
      if (Report !== null) {
        flushSync(() => {
          setSheet((now) => now ?? { Report, withNotes: false });
        });
      }
    };
    const after = () => {
      setSheet(null);
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      after();
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [loaded]);

  const print = async (withNotes: boolean) => {
    if (state === 'busy') return;
    setState('busy');
    try {
      const Report = (loaded.current ??= await load());
      flushSync(() => {
        setSheet({ Report, withNotes });
      });
      await drawn();
      // The page may have been left: do not print another one in its place.
      if (sheetOnPage() === null) throw new Error('The report is not there.');
      setState('idle');
      window.print();
    } catch {
      // Otherwise the browser's own menu would print it, with notes nobody asked for.
      setSheet(null);
      setState('failed');
    }
  };
  return {
    print: (withNotes) => void print(withNotes),
    sheet:
      sheet === null ? null : (
        <Suspense>
          <sheet.Report withNotes={sheet.withNotes} />
        </Suspense>
      ),
    busy: state === 'busy',
    failed: state === 'failed',
  };
}

function useLoadedReport() {
  const loaded = useRef<Sheet['Report'] | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => {
      load().then(
        (Report) => (loaded.current = Report),
        // Not needed yet; printing reports it.
        () => undefined,
      );
    }, IDLE_MS);
    return () => {
      clearTimeout(timer);
    };
  }, []);
  return loaded;
}

/** Resolves when charts and maps are complete. */
async function drawn(): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!isDrawn() && performance.now() < end) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function sheetOnPage(): Element | null {
  return document.querySelector('[data-report]');
}

function isDrawn(): boolean {
  const report = sheetOnPage();
  if (report === null) return false;
  const charts = [...report.querySelectorAll('.recharts-responsive-container')];
  return (
    charts.every((chart) => chart.querySelector('.recharts-layer path') !== null) &&
    report.querySelector('[data-drawing]') === null &&
    [...report.querySelectorAll('img')].every(({ complete }) => complete)
  );
}
