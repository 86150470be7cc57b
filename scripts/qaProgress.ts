/** What `npm run qa` says while it walks: a line for each path. What failed is said at its end, in plain words first. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class QaProgress implements Reporter {
  /** What the program under test has said of its own faults: said on when it is what ended the run. */
  #said = '';

  onTestEnd({ title }: TestCase, { status }: TestResult): void {
    if (/^\d+( |$)/.test(title)) process.stdout.write(`${status === 'passed' ? '✓' : '✗'} ${title}\n`);
  }

  onStdErr(chunk: string | Buffer, test?: TestCase): void {
    if (test === undefined) this.#said += chunk.toString();
  }

  /** What is wrong with the run itself: the program that does not start. */
  onError({ message }: { message?: string }): void {
    process.stdout.write(`${this.#said}${message ?? ''}\n`);
    this.#said = '';
  }

  printsToStdio(): boolean {
    return true;
  }
}
