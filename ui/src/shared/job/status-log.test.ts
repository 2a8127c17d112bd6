import { describe, expect, it } from 'vitest';
import { appendLog, type LogEntry } from './status-log';
import { formatMinutes, minutesSaved, timeSavedMessage } from '@/shared/results/time-saved';

describe('the status log', () => {
  it('JOB-09: keeps the last 15 entries, newest last', () => {
    let log: LogEntry[] = [];
    for (let at = 1; at <= 20; at += 1) log = appendLog(log, `entry ${at}`, at);
    expect(log).toHaveLength(15);
    expect(log[0]?.text).toBe('entry 6');
    expect(log.at(-1)?.text).toBe('entry 20');
    expect(new Set(log.map(({ id }) => id)).size).toBe(15);
  });
});

describe('time', () => {
  it('JOB-09: 2.75 minutes per scraped record, 46 per enriched one', () => {
    expect(minutesSaved(4, 0)).toBe(11);
    expect(minutesSaved(4, 4)).toBe(184);
    expect(minutesSaved(4, 1), 'credits ended early').toBe(54.25);
    expect(formatMinutes(165)).toBe('2 h 45 min');
    expect(timeSavedMessage(60, 0)).toBe('Time saved: about 2 h 45 min for 60 records');
    expect(timeSavedMessage(1, 1)).toBe('Time saved: about 46 min for 1 record');
  });
});
