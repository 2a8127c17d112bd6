/** Run, pause, resume, delete; what came of it in words. */
import { useState } from 'react';
import { errorDetail } from '@/shared/api/api-error';
import type { MonitorBody } from '@/shared/api/generated';
import {
  usePauseMonitorMutation,
  useDeleteMonitorMutation,
  useResumeMonitorMutation,
  useRunMonitorMutation,
} from './monitors-api';
import { resultText } from './words';

interface Said {
  tone: 'good' | 'bad';
  text: string;
}

interface Outcome {
  data?: unknown;
  error?: unknown;
}

export type MonitorActions = ReturnType<typeof useMonitorActions>;

export function useMonitorActions() {
  const [said, setSaid] = useState<Said | null>(null);
  const [run, running] = useRunMonitorMutation();
  const [pause, pausing] = usePauseMonitorMutation();
  const [resume, resuming] = useResumeMonitorMutation();
  const [remove, removing] = useDeleteMonitorMutation();
  const busy = [running, pausing, resuming, removing].some(({ isLoading }) => isLoading);

  /** Returns whether it was done. */
  const tried = async <Done extends Outcome>(call: Promise<Done>, done: (answer: Done) => string) => {
    setSaid(null);
    const answer = await call;
    const isDone = answer.error === undefined;
    setSaid(isDone ? { tone: 'good', text: done(answer) } : { tone: 'bad', text: errorDetail(answer.error) });
    return isDone;
  };
  return {
    said,
    busy,
    run: ({ id, name }: MonitorBody) =>
      tried(run({ monitorId: id }), ({ data }) => `${name}: ${data === undefined ? '' : startedText(data)}`),
    pause: ({ id, name }: MonitorBody) => tried(pause({ monitorId: id }), () => `${name} is paused.`),
    resume: ({ id, name }: MonitorBody) => tried(resume({ monitorId: id }), () => `${name} goes on.`),
    remove: ({ id, name }: MonitorBody) =>
      tried(remove({ monitorId: id }), () => `The schedule of ${name} is deleted.`),
  };
}

/** A run begins, or is skipped at once. */
function startedText({ running, last }: MonitorBody): string {
  return running == null && last != null ? resultText(last) : 'the run has begun.';
}
