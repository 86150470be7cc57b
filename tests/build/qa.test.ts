/** What `npm run qa` leaves: a plain sentence before the trace, JUnit for CI, and the difference of two runs. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { root } from '../../scripts/machines.ts';
import QaProgress from '../../scripts/qaProgress.ts';
import {
  comparisonOf,
  comparisonsOf,
  failureIn,
  failuresIn,
  junitOf,
  type QaRun,
  sentenceOf,
} from '../../scripts/qaReport.ts';

const ERROR = `Error: expect(locator).toBeVisible() failed

Locator: getByRole('button', { name: 'Saqlash' })
Expected: visible
Received: hidden
Timeout: 25000ms`;

test('a failure begins with what was expected, what was seen, where, and the picture', () => {
  expect(sentenceOf(ERROR, 'at step 2 “is sent”', 'invoice-03-2.png')).toBe(
    'Expected button “Saqlash” visible, saw hidden, at step 2 “is sent” (picture invoice-03-2.png).',
  );
  expect(failureIn('Error: expect(received).toEqual(expected)\n\nExpected: 3\nReceived: 2')).toEqual({
    ...{ expected: '3', seen: '2' },
  });
  expect(
    failureIn("TimeoutError: locator.click: Timeout 25000ms exceeded.\n - waiting for getByText('Yangi')"),
  ).toEqual({
    ...{ expected: '“Yangi”', seen: 'it did not come in time' },
  });
  const absent = `Error: expect(locator).toBeVisible() failed

Locator: getByRole('complementary', { name: 'Yangi dalolatnoma' }).getByText('Izoh yozing')
Expected: visible
Timeout: 25000ms
Error: element(s) not found`;
  expect(failureIn(absent)).toEqual({
    ...{ expected: '“Izoh yozing” in pane “Yangi dalolatnoma” visible', seen: 'nothing there' },
  });
  expect(failureIn(`Locator: locator('[data-x]').getByText('a')\nExpected: visible\nReceived: hidden`).expected).toBe(
    '“a” in [data-x] visible',
  );
  // what is no place of a page in these words stays as it is written
  expect(failureIn(`Locator: frame('x').getByText('a')\nExpected: visible\nReceived: hidden`).expected).toBe(
    "frame('x').getByText('a') visible",
  );
  expect(failureIn('Error: page closed')).toEqual({ expected: 'the step to go through', seen: 'page closed' });
});

test('places, texts and counts of a failure are told without a line of code', () => {
  const of = (check: string, locator: string, ...lines: string[]) =>
    failureIn([`Error: expect(locator).${check}(expected) failed`, '', `Locator:  ${locator}`, ...lines].join('\n'));
  const row = "getByTestId('counters').getByRole('row').filter({ hasText: 'Jasur' })";
  expect(of('toContainText', row, 'Expected substring: "12"', 'Received string:    "11"')).toEqual({
    ...{ expected: 'row with “Jasur” in part “counters” with the text "12"', seen: '"11"' },
  });
  expect(of('toHaveCount', "getByRole('row', { name: /^Jasur/ }).nth(1)", 'Expected: 0', 'Received: 1')).toEqual({
    ...{ expected: 'row “^Jasur” number 2 0 times', seen: '1' },
  });
  // a text is not counted because the source beside the failing line counts something
  const source = [
    '  28 |   await expect(world.button(name)).toHaveCount(1);',
    '> 29 |   await expect(world.practice).toHaveText(header);',
  ];
  const header = ['Expected pattern: /yopilgan/', 'Received string:  "ochilmagan"', ...source];
  expect(of('toHaveText', "locator('.header-fact')", ...header)).toEqual({
    ...{ expected: '.header-fact with the text /yopilgan/', seen: '"ochilmagan"' },
  });
});

test('where the chart goes another way, the failure says which was expected and which was gone', () => {
  const error = [
    'Error: transitions of the page after "saves"',
    '',
    'expect(received).toEqual(expected) // deep equality',
    '',
    '- Expected  - 1',
    '+ Received  + 1',
    '',
    '  Array [',
    '-   "draft | invoice.send | hasLines | sent",',
    '+   "draft | invoice.send |  | ",',
    '  ]',
    '',
    'Call Log:',
    '- Timeout 25000ms exceeded while waiting on the predicate',
  ].join('\n');
  expect(failureIn(error)).toEqual({
    expected: 'transitions of the page after "saves": draft → sent by invoice.send where hasLines',
    seen: 'draft → no other state by invoice.send',
  });
});

const run = (commit: string, ...results: [words: string, status: 'passed' | 'failed'][]): QaRun => ({
  ...{ workflow: 'invoice', date: '2026-11-23 12:41', commit },
  results: results.map(([words, status], at) => ({
    ...{ suite: 'invoice', number: `0${at + 1}`, words, status, took: 1500 },
    ...(status === 'failed' && { sentence: 'Expected "sent", saw "draft".', error: 'Error: <b> & \u001b[31mred' }),
  })),
});

test('JUnit has every path, the sentence of a failure as its message, and nothing that XML cannot hold', () => {
  const text = junitOf(run('a1', ['is sent', 'passed'], ['is confirmed', 'failed']));
  const counts = 'tests="2" failures="1" errors="0" skipped="0" time="3.000"';
  expect(text).toContain(`<testsuites ${counts}>`);
  // a time as XML has it: what checks the schema refuses another
  expect(text).toContain(`<testsuite name="invoice" ${counts} timestamp="2026-11-23T12:41:00">`);
  expect(text).toContain('<testcase classname="invoice" name="01 is sent" time="1.500"/>');
  expect(text).toContain(
    '<failure message="Expected &#34;sent&#34;, saw &#34;draft&#34;.">Error: &#60;b&#62; &#38; [31mred</failure>',
  );
});

test('in the terminal a failure begins with its sentence, and the trace stands below', () => {
  expect(failuresIn(run('a1', ['is sent', 'passed'], ['is confirmed', 'failed']))).toEqual([
    '02: Expected "sent", saw "draft".\n    Error: <b> & \u001b[31mred',
  ]);
  // the runner prints no trace of its own before it
  const walks = readFileSync(join(root, 'scripts/qa.ts'), 'utf8');
  expect(walks).toContain('--reporter=');
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  new QaProgress().onTestEnd({ title: '02 is confirmed' } as never, { status: 'failed' } as never);
  new QaProgress().onTestEnd({ title: 'sign in' } as never, { status: 'failed' } as never);
  write.mockRestore();
  expect(lines).toEqual(['✗ 02 is confirmed\n']);
});

test('a program that does not start says why', () => {
  const lines: string[] = [];
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0);
  const progress = new QaProgress();
  progress.onStdErr('[WebServer] no such table\n');
  progress.onStdErr('a test’s own\n', {} as never);
  progress.onError({ message: 'Process was not able to start' });
  write.mockRestore();
  expect(lines).toEqual(['[WebServer] no such table\nProcess was not able to start\n']);
});

test('two runs are compared by the words of their paths, whatever their numbers', () => {
  const earlier = run('a1', ['is sent', 'passed'], ['is confirmed', 'failed'], ['is dropped', 'passed']);
  const later = run('b2', ['is called off', 'passed'], ['is confirmed', 'passed'], ['is sent', 'failed']);
  const [head, ...lines] = comparisonOf(earlier, later);
  expect(head).toBe(
    'invoice: a1 of 2026-11-23 12:41 and b2 of 2026-11-23 12:41: 1 fail now, passed before, 1 pass now, failed before, 1 are in the later run alone, 1 are in the earlier run alone',
  );
  expect(lines).toContain('  invoice: is sent. Expected "sent", saw "draft".');
  expect(comparisonOf(earlier, earlier)[0]).toContain('1 fail in both');
  expect(comparisonOf(run('a1', ['is sent', 'passed']), run('b2', ['is sent', 'passed']))[0]).toContain(
    'no difference',
  );
});

test('folders of several workflows are compared one by one', () => {
  const [one, other] = [run('a1', ['is sent', 'passed']), run('b2', ['is sent', 'failed'])];
  const act = { ...one, workflow: 'countingAct' };
  const lines = comparisonsOf(
    new Map([
      ['invoice', one],
      ['countingAct', act],
    ]),
    new Map([['invoice', other]]),
  );
  expect(lines).toContain('1 fail now, passed before:');
  expect(lines.at(-1)).toBe('countingAct: in the earlier folder alone');
});

test('--compare takes the folder of a report, and that of --out', () => {
  const folder = mkdtempSync(join(tmpdir(), 'qa-'));
  const report = join(folder, 'invoice');
  mkdirSync(report);
  writeFileSync(join(report, 'run.json'), JSON.stringify(run('a1', ['is sent', 'passed'])));
  const compare = (...folders: string[]) =>
    spawnSync(join(root, 'node_modules/.bin/tsx'), ['scripts/qa.ts', '--compare', ...folders], {
      ...{ cwd: root, encoding: 'utf8' },
    });
  const { status, stdout } = compare(folder, report);
  expect([status, stdout]).toEqual([0, expect.stringContaining('invoice: a1')]);
  expect(compare(folder, join(folder, 'none')).status).toBe(2);
  rmSync(folder, { recursive: true });
});

test('--help says what there is and exits 0; an unknown option exits 2', () => {
  const qa = (...args: string[]) =>
    spawnSync(join(root, 'node_modules/.bin/tsx'), ['scripts/qa.ts', ...args], { cwd: root, encoding: 'utf8' });
  const help = qa('--help');
  expect(help.status).toBe(0);
  for (const option of ['--all', '--headed', '--random', '--seed', '--out', '--compare'])
    expect(help.stdout).toContain(option);
  expect(qa('--what').status).toBe(2);
  // those that are kept are named without a workflow
  const kept = qa('--recorded');
  expect(kept.status).toBe(0);
  expect(kept.stdout).toContain('npm run qa -- <workflow> --recorded');
});
