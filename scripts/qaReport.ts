/** What `npm run qa` leaves for people and for CI: plain sentences, JUnit, a summary, and the difference of two runs. */

export interface QaResult {
  /** The suite it is one of: a workflow may be walked at several widths. */
  suite: string;
  number: string;
  /** The path in words. */
  words: string;
  status: 'passed' | 'failed';
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
const after = (label: string, error: string): string | undefined => {
  const found = new RegExp(`^\\s*${label}(?: (?:string|pattern|value|substring))?:\\s*(.+)$`, 'm').exec(error)?.[1];
  return found === undefined ? undefined : oneLine(found);
};

const TEXT = String.raw`'((?:[^'\\]|\\.)*)'`;
const PART = new RegExp(
  String.raw`getBy(Role|Text|Label|TestId)\(${TEXT}(?:, \{(?: name: ${TEXT},?)?[^}]*\})?\)(?:\.(?:first|last)\(\))?`,
  'g',
);

/** A place of a page as one would name it, the innermost part first; what cannot be told so stays as it is written. */
function placeWords(locator: string): string {
  const parts = [...locator.matchAll(PART)];
  if (parts.length === 0 || parts.map(([whole]) => whole).join('.') !== locator) return locator;
  return parts
    .reverse()
    .map(([, by, text, name]) => {
      if (by !== 'Role') return `“${text}”`;
      const role = text === 'complementary' ? 'pane' : text;
      return name === undefined ? role : `${role} “${name}”`;
    })
    .join(' in ');
}

/** What a runner's error says was wanted and what was there instead. */
export function failureIn(error: string): { expected: string; seen: string } {
  const locator = after('Locator', error);
  const expected = after('Expected', error);
  const seen = after('Received', error) ?? (error.includes('element(s) not found') ? 'nothing there' : undefined);
  const first = oneLine(error.split('\n').find((line) => line.trim() !== '') ?? '').replace(/^Error: /, '');
  const waited = /waiting for (.+)$/m.exec(error)?.[1];
  return {
    expected:
      [locator && placeWords(locator), expected].filter(Boolean).join(' ') ||
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

export function junitOf({ workflow, date, results }: QaRun): string {
  const failures = results.filter(({ status }) => status === 'failed').length;
  const cases = results.map(({ suite, number, words, sentence = '', error = '', status }) => {
    const open = `    <testcase classname="${xml(suite)}" name="${xml(`${number} ${words}`)}"`;
    if (status === 'passed') return `${open}/>`;
    return `${open}>\n      <failure message="${xml(sentence)}">${xml(error)}</failure>\n    </testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${results.length}" failures="${failures}">`,
    `  <testsuite name="${xml(workflow)}" tests="${results.length}" failures="${failures}" timestamp="${xml(date)}">`,
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
