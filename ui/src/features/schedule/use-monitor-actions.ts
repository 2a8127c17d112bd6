/** Run, pause, resume, delete; what came of it in words. */
import { useState } from 'react';
import { errorDetail } from '@/shared/api/api-error';
import type { MonitorBody } from '@/shared/api/generated';
import { isolated } from '@/shared/lib/direction';
import { PAUSED_BY } from '@/shared/monitors/paused-by';
import {
  usePauseMonitorMutation,
  useDeleteMonitorMutation,
  useResumeMonitorMutation,
  useRunMonitorMutation,
} from './monitors-api';
import { deletedText, resultText } from './words';

interface Said {
  tone: 'good' | 'bad';
  text: string;
}

interface Outcome {
  data?: unknown;
  error?: unknown;
}

export type MonitorActions = ReturnType<typeof useMonitorActions>;

/** At first the page may have something to say itself. */
export function useMonitorActions(first: string | null = null) {
  const [said, setSaid] = useState<Said | null>(first === null ? null : { tone: 'good', text: first });
  const [run, running] = useRunMonitorMutation();
  const [pause, pausing] = usePauseMonitorMutation();
  const [resume, resuming] = useResumeMonitorMutation();
  const [remove, removing] = useDeleteMonitorMutation();
  const busy = [running, pausing, resuming, removing].some(({ isLoading }) => isLoading);

  /** Returns whether it was done. */
  const tried = async <Done extends Outcome>(
    { name }: MonitorBody,
    call: Promise<Done>,
    done: (answer: Done) => string | Said,
  ) => {
    setSaid(null);
    const answer = await call;
    if (answer.error !== undefined) {
      setSaid({ tone: 'bad', text: `${isolated(name)}: ${errorDetail(answer.error)}` });
      return false;
    }
    const said = done(answer);
    setSaid(typeof said === 'string' ? { tone: 'good', text: said } : said);
    return true;
  };
  return {
    said,
    busy,
    run: (monitor: MonitorBody) =>
      tried(monitor, run({ monitorId: monitor.id }), ({ data }) => startedText(monitor, data ?? monitor)),
    pause: (monitor: MonitorBody) =>
      tried(monitor, pause({ monitorId: monitor.id }), () => `${isolated(monitor.name)} is paused.`),
    resume: (monitor: MonitorBody) =>
      tried(monitor, resume({ monitorId: monitor.id }), () => `${isolated(monitor.name)} goes on.`),
    remove: (monitor: MonitorBody) =>
      tried(monitor, remove({ monitorId: monitor.id }), () => deletedText(monitor.name)),
  };
}

/** A run begins, or is skipped or over at once, or the schedule is paused instead. */
function startedText(before: MonitorBody, now: MonitorBody): string | Said {
  const { running, last, status, paused_by: by } = now;
  const name = isolated(now.name);
  if (running != null) return `${name}: the run has begun.`;
  if (status === 'paused') {
    return { tone: 'bad', text: by == null ? `${name} is paused.` : `${name} is paused: ${PAUSED_BY[by]}` };
  }
  if (last != null && last.slot !== before.last?.slot) return `${name}: ${resultText(last)}`;
  return { tone: 'bad', text: `${name}: no run has begun.` };
}
