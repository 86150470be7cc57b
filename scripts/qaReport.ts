/** What `npm run qa` leaves for people and for CI: plain sentences, JUnit, a summary, and the difference of two runs. */

export interface QaResult {
  /** The suite it is one of: a workflow may be walked at several widths. */
  suite: string;
  number: string;
  /** The path in words. */
  words: string;
  status: 'passed' | 'failed';
  /** How long it took, in milliseconds. */
  took: number;
  /** Of a failure: what was expected, what was seen, where, and the picture. */
  sentence?: string;
  /** The runner's own words, for who programs. */
  error?: string;
}

export interface QaRun {
  workflow: string;
  date: string;
  commit: string;
  results: QaResult[];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** What stands after a label of the runner's error, and of which kind it is: `Expected substring: "sent"`. */
function after(label: string, error: string): { kind: string; text: string } | undefined {
  const found = new RegExp(`^\\s*${label}(?: (string|pattern|value|substring))?:\\s*(.+)$`, 'm').exec(error);
  return found === null ? undefined : { kind: found[1] ?? '', text: oneLine(found[2] ?? '') };
}

/** A text of a locator, in quotes or as a pattern. */
const TEXT = String.raw`('(?:[^'\\]|\\.)*'|\/(?:[^/\\]|\\.)+\/\w*)`;
const quoted = (text: string): string => `“${text.replace(/^'(.*)'$|^\/(.*)\/\w*$/, '$1$2').replaceAll('\\', '')}”`;
/** One link of a locator's chain after another; what is none of them is not told. */
const PART = new RegExp(
  [
    String.raw`getBy(Role|Text|Label|Placeholder|Title|TestId)\(${TEXT}(?:, \{([^}]*)\})?\)`,
    String.raw`locator\(${TEXT}\)`,
    String.raw`filter\(\{ hasText: ${TEXT} \}\)`,
    String.raw`(first|last|nth)\((\d*)\)`,
  ].join('|'),
  'g',
);
const NAME = new RegExp(`name: ${TEXT}`);

/** A place of a page as one would name it, the innermost part first; what cannot be told so stays as it is written. */
function placeWords(locator: string): string {
  const parts = [...locator.matchAll(PART)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('.') !== locator) return locator;
  const places: string[] = [];
  const narrow = (words: string) => places.push(`${places.pop() ?? ''} ${words}`.trim());
  for (const [, by, text = '', options = '', css, within, which, at] of parts) {
    const name = NAME.exec(options)?.[1];
    if (by === 'Role') {
      const role = text === "'complementary'" ? 'pane' : text.replaceAll("'", '');
      places.push(name === undefined ? role : `${role} ${quoted(name)}`);
    } else if (by !== undefined) places.push(by === 'TestId' ? `part ${quoted(text)}` : quoted(text));
    else if (css !== undefined) places.push(css.slice(1, -1));
    else if (within !== undefined) narrow(`with ${quoted(within)}`);
    else if (which === 'nth') narrow(`number ${Number(at) + 1}`);
    else if (which === 'last') narrow('(the last)');
  }
  return places.reverse().join(' in ');
}

/** A transition as the runner's error has it, from its state, event, guard and state after it. */
function wayWords(key: string): string {
  const [from, event, guard, to, ...more] = key.split(' | ');
  if (to === undefined || more.length > 0) return key;
  return `${from} → ${to || 'no other state'} by ${event}${guard ? ` where ${guard}` : ''}`;
}

/** Where the error is a difference of two values: what only one of them has. */
function differenceIn(error: string): { expected: string; seen: string } | undefined {
  if (!/^- Expected +- \d+$/m.test(error)) return undefined;
  const [compared = ''] = error.split(/^Call log:/im);
  const only = (sign: string) =>
    compared
      .split('\n')
      .filter((line) => line.startsWith(`${sign} `) && !/^[-+] (Expected|Received) +[-+] \d+$/.test(line))
      .map((line) =>
        wayWords(
          line
            .slice(2)
            .trim()
            .replace(/,$/, '')
            .replace(/^"(.*)"$/, '$1'),
        ),
      )
      .join('; ') || 'nothing';
  return { expected: only('-'), seen: only('+') };
}

/** What is expected of a place, in words that go after its name. */
function wantedWords(error: string): string | undefined {
  const expected = after('Expected', error);
  if (expected === undefined) return undefined;
  // of the line that fails: the source around it, which the error has too, may count something else
  if (/^.*\.toHaveCount\(.*\) failed$/m.test(error)) return `${expected.text} times`;
  return expected.kind === '' ? expected.text : `with the text ${expected.text}`;
}

/** What a runner's error says was wanted and what was there instead. */
export function failureIn(error: string): { expected: string; seen: string } {
  const locator = after('Locator', error)?.text;
  const first = oneLine(error.split('\n').find((line) => line.trim() !== '') ?? '').replace(/^Error: /, '');
  // the test's own words of what it compares stand before the comparison
  const about = /^\s*expect\(/m.test(error) && !first.startsWith('expect(') ? `${first}: ` : '';
  const difference = differenceIn(error);
  if (difference !== undefined) return { ...difference, expected: `${about}${difference.expected}` };
  const expected = locator === undefined ? after('Expected', error)?.text : wantedWords(error);
  const seen = after('Received', error)?.text ?? (error.includes('element(s) not found') ? 'nothing there' : undefined);
  const waited = /waiting for (.+)$/m.exec(error)?.[1];
  return {
    expected:
      about + [locator && placeWords(locator), expected].filter(Boolean).join(' ') ||
      (waited ? placeWords(oneLine(waited)) : 'the step to go through'),
    seen: seen ?? (waited && expected === undefined ? 'it did not come in time' : first || 'nothing'),
  };
}

/** The sentence that a failure begins with. */
export function sentenceOf(error: string, where: string, picture: string | undefined): string {
  const { expected, seen } = failureIn(error);
  return `Expected ${expected}, saw ${seen}, ${where}${picture === undefined ? '' : ` (picture ${picture})`}.`;
}

/** Each failure of a run: the plain sentence, and below it the runner's own words. */
export const failuresIn = ({ results }: QaRun): string[] =>
  results.flatMap(({ number, sentence, error = '' }) =>
    sentence === undefined ? [] : [`${number}: ${sentence}\n${error.replace(/^(?=.)/gm, '    ')}`.trimEnd()],
  );

/** Characters that XML has no place for come of colours and of binary answers. */
const xml = (text: string): string =>
  text.replace(/(?![\n\r\t])\p{Cc}/gu, '').replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`);

const seconds = (took: number): string => (took / 1000).toFixed(3);

/** As the schema of JUnit has it, which CI may check: a time of XML, and seconds. */
export function junitOf({ workflow, date, results }: QaRun): string {
  const failures = results.filter(({ status }) => status === 'failed').length;
  const counts = `tests="${results.length}" failures="${failures}" errors="0" skipped="0" time="${seconds(results.reduce((sum, { took }) => sum + took, 0))}"`;
  const cases = results.map(({ suite, number, words, sentence = '', error = '', status, took }) => {
    const open = `    <testcase classname="${xml(suite)}" name="${xml(`${number} ${words}`)}" time="${seconds(took)}"`;
    if (status === 'passed') return `${open}/>`;
    return `${open}>\n      <failure message="${xml(sentence)}">${xml(error)}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `  <testsuite name="${xml(workflow)}" ${counts} timestamp="${xml(date.replace(' ', 'T'))}:00">`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

/** Paths are the same when suite and words are: their numbers move when one is added. */
const keyOf = ({ suite, words }: QaResult): string => `${suite}: ${words}`;

/** What a later run came to that an earlier one did not, a line each; the first line counts. */
export function comparisonOf(earlier: QaRun, later: QaRun): string[] {
  const before = new Map(earlier.results.map((one) => [keyOf(one), one]));
  const now = new Map(later.results.map((one) => [keyOf(one), one]));
  const lines: Record<'broken' | 'failing' | 'repaired' | 'added' | 'gone', string[]> = {
    ...{ broken: [], failing: [], repaired: [], added: [], gone: [] },
  };
  for (const [key, { status, sentence }] of now) {
    const then = before.get(key)?.status;
    const words = sentence === undefined ? key : `${key}. ${sentence}`;
    if (then === undefined) lines.added.push(`${status}: ${words}`);
    else if (status === 'failed') lines[then === 'failed' ? 'failing' : 'broken'].push(words);
    else if (then === 'failed') lines.repaired.push(words);
  }
  for (const key of before.keys()) if (!now.has(key)) lines.gone.push(key);
  const heads = {
    broken: 'fail now, passed before',
    failing: 'fail in both',
    repaired: 'pass now, failed before',
    added: 'are in the later run alone',
    gone: 'are in the earlier run alone',
  } as const;
  const kinds = Object.keys(heads) as (keyof typeof heads)[];
  const found = kinds.filter((kind) => lines[kind].length > 0);
  return [
    `${later.workflow}: ${earlier.commit} of ${earlier.date} and ${later.commit} of ${later.date}: ${
      found.length === 0 ? 'no difference' : found.map((kind) => `${lines[kind].length} ${heads[kind]}`).join(', ')
    }`,
    ...found.flatMap((kind) => [
      '',
      `${lines[kind].length} ${heads[kind]}:`,
      ...lines[kind].map((line) => `  ${line}`),
    ]),
  ];
}

/** The same of the runs of two folders, workflow by workflow. */
export function comparisonsOf(earlier: ReadonlyMap<string, QaRun>, later: ReadonlyMap<string, QaRun>): string[] {
  const names = [...new Set([...earlier.keys(), ...later.keys()])];
  return names.flatMap((name) => {
    const [before, now] = [earlier.get(name), later.get(name)];
    if (before !== undefined && now !== undefined) return comparisonOf(before, now);
    return [`${name}: in the ${now === undefined ? 'earlier' : 'later'} folder alone`];
  });
}
