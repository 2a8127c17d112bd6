// Faults beside a workload: a command of the shell, again and again.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** Runs `command` every `seconds` until `isOver()`, and notes when it began and ended. */
export async function faults({ command, seconds, recorder, isOver }) {
  for (let number = 1; ; number += 1) {
    for (let waited = 0; waited < seconds * 1_000; waited += 100) {
      if (isOver()) return number - 1;
      await sleep(100);
    }
    recorder.note({ fault: number, command });
    const env = { ...process.env, HISTORY_FAULT: String(number) };
    const child = spawn('bash', ['-c', command], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const [code] = await once(child, 'exit');
    recorder.note({ fault_over: number, code });
    if (code !== 0) throw new Error(`the fault's command ended with ${code}: ${command}`);
  }
}
