/** What `npm run qa` says while it walks: a line for each path. What failed is said at its end, in plain words first. */
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

export default class QaProgress implements Reporter {
  onTestEnd({ title }: TestCase, { status }: TestResult): void {
    if (/^\d+( |$)/.test(title)) process.stdout.write(`${status === 'passed' ? '✓' : '✗'} ${title}\n`);
  }

  /** What is wrong with the run itself: the program that does not start. */
  onError({ message }: { message?: string }): void {
    process.stdout.write(`${message ?? ''}\n`);
  }

  printsToStdio(): boolean {
    return true;
  }
}
