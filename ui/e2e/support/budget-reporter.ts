/** Says at the end what the flows took: the whole, each on average, and those too slow for `make test`. */
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** A slower flow belongs to `make soak`. */
const SLOW_MS = 15_000;

class BudgetReporter implements Reporter {
  readonly #flows: { title: string; durationMs: number }[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#flows.push({ title: test.title, durationMs: result.duration });
  }

  onEnd(result: FullResult): void {
    const count = this.#flows.length;
    if (count === 0) return;
    const inFlows = this.#flows.reduce((sum, flow) => sum + flow.durationMs, 0);
    const lines = [
      `  ${count} flows took ${seconds(result.duration)}, ` +
        `${seconds(result.duration / count)} each; one runs ${seconds(inFlows / count)} on average`,
      ...this.#flows
        .filter(({ title, durationMs }) => durationMs > SLOW_MS && !title.includes('@soak'))
        .map(({ title, durationMs }) => `  over ${seconds(SLOW_MS)}: ${seconds(durationMs)} ${title}`),
    ];
    process.stdout.write(`\n${lines.join('\n')}\n`);
  }

  printsToStdio(): boolean {
    return false;
  }
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`;
}

// Playwright asks for a default export.
export default BudgetReporter;
