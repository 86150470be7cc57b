/** The requirement matrix: what it rests on is there, and red is what has no test, failed, or was changed. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from '../../scripts/machines.ts';
import {
  beganAt,
  fileOf,
  fingerprint,
  formatted,
  layerOf,
  outcomesOf,
  proofOf,
  rulesOf,
  stateOf,
} from '../../scripts/requirements.ts';

const sources = ['specification', 'decisions'] as const;

describe('Rules', () => {
  test('of the specification stand sentence by sentence, those of sections 2 to 9 and the hundred decisions, none left out', () => {
    const sections = new Map<string, string[]>();
    for (const { id } of rulesOf('specification')) {
      const [section = '', number = ''] = id.split('.');
      sections.set(section, [...(sections.get(section) ?? []), number]);
    }
    expect([...sections.keys()]).toEqual(['2', '3', '4', '5', '6', '7', '8', '9']);
    for (const numbers of sections.values()) expect(numbers).toEqual(numbers.map((_, at) => String(at + 1)));
    expect(rulesOf('decisions').map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, at) => String(at + 1)));
  });

  test.each(sources)('of the %s have a title in both languages, and name charts and files that are there', (source) => {
    for (const { id, asks, ru, uz, charts = [], tests = [] } of rulesOf(source)) {
      if (asks === false) continue;
      expect(ru, id).toMatch(/\S/);
      expect(uz, id).toMatch(/\S/);
      for (const chart of charts) expect(existsSync(join(root, 'tests/models', `${chart}.test.ts`)), chart).toBe(true);
      for (const file of tests) expect(existsSync(join(root, file)), file).toBe(true);
    }
  });
});

/** `10,000` and `10 000` are one figure. */
const plain = (text: string): string => text.replace(/(?<=\d)[, ](?=\d{3}(?!\d))/g, '');

/** What a translation cannot do without: figures, and names of the code. */
const factsIn = (text: string): string[] => [
  ...(plain(text).match(/\d+(?:\.\d+)*/g) ?? []),
  ...(text.match(/[a-z]+(?:_[a-z]+)+|`[\w./-]+`/g) ?? []).map((name) => name.replaceAll('`', '')),
];

test.each(sources)(
  'every rule of the %s is said in full in both languages, without a figure or name left out',
  (source) => {
    const missing = rulesOf(source).flatMap(({ id, asks, text, full }) =>
      asks === false
        ? []
        : (['ru', 'uz'] as const).flatMap((language) => {
            const words = full?.[language] ?? '';
            const facts = words === '' ? ['its words'] : factsIn(text).filter((fact) => !plain(words).includes(fact));
            return facts.map((fact) => `${id} ${language}: ${fact}`);
          }),
    );
    expect(missing).toEqual([]);
  },
);

describe('Reading a rule again', () => {
  test.each(sources)('changes no other line of the %s', (source) => {
    expect(formatted(fileOf(source), rulesOf(source))).toBe(readFileSync(fileOf(source), 'utf8'));
  });

  test('is refused of a rule that is not there', () => {
    const args = ['scripts/requirements.ts', '--read', '4.99'];
    const run = spawnSync(join(root, 'node_modules/.bin/tsx'), args, { cwd: root, encoding: 'utf8' });
    expect([run.status, run.stderr]).toEqual([2, 'requirements: there is no rule 4.99\n']);
  });
});

describe('The state of a rule', () => {
  const rule = { id: '4.14', text: 'after 30 minutes', read: fingerprint('after 30 minutes') };
  const run = { date: '2026-11-23 12:41', commit: 'a41f09c0' };
  const results = {
    'tests/a.test.ts': { passed: 3, failed: [], ...run },
    'tests/b.test.ts': { passed: 1, failed: [{ title: 'says so', words: 'expected true' }], ...run },
  };

  test('is proved by tests that all passed, with the day and the commit of the oldest', () => {
    const proof = proofOf(['tests/a.test.ts'], results);
    expect(proof).toMatchObject({ passed: 3, failed: [], run });
    expect(stateOf(rule, [proof])).toBe('proved');
  });

  test('is red without a test, and where one failed', () => {
    expect(stateOf(rule, [proofOf([], results)])).toBe('untested');
    expect(stateOf(rule, [proofOf(['tests/a.test.ts', 'tests/b.test.ts'], results)])).toBe('failed');
  });

  test('asks to look again when its text changed since its tests were read', () => {
    expect(stateOf({ ...rule, text: 'after 31 minutes' }, [proofOf(['tests/a.test.ts'], results)])).toBe('again');
  });

  test('is never proved by what was not run', () => {
    expect(stateOf(rule, [proofOf(['tests/a.test.ts', 'tests/c.test.ts'], results)])).toBe('notRun');
  });

  test('is nothing where the sentence asks for nothing', () => {
    expect(stateOf({ ...rule, asks: false }, [])).toBe('nothing');
  });
});

describe('Results', () => {
  test('are read from the reports of both runners', () => {
    const vitest = {
      testResults: [
        {
          name: join(root, 'tests/a.test.ts'),
          assertionResults: [
            { fullName: 'counts', status: 'passed', failureMessages: [] },
            { fullName: 'adds', status: 'failed', failureMessages: ['\n  expected 2 to be 3\n at x'] },
            { fullName: 'later', status: 'skipped', failureMessages: [] },
          ],
        },
      ],
    };
    expect(outcomesOf(vitest)).toEqual({
      'tests/a.test.ts': { passed: 1, failed: [{ title: 'adds', words: 'expected 2 to be 3' }] },
    });
    const spec = (title: string, ok: boolean) => ({
      file: 'kit.ts',
      title,
      ok,
      tests: [{ results: [{ error: { message: 'the button is closed' } }] }],
    });
    // its tests are written in a kit; the file that was run is the one of the outermost suite
    const written = { file: 'kit.ts', specs: [spec('opens', true), spec('sorts', false)] };
    expect(outcomesOf({ suites: [{ file: 'list.spec.ts', suites: [written] }] })).toEqual({
      'e2e/list.spec.ts': { passed: 1, failed: [{ title: 'sorts', words: 'the button is closed' }] },
    });
  });

  test('of a file that did not load are a failure, not those of the run before', () => {
    const broken = {
      name: join(root, 'tests/b.test.ts'),
      status: 'failed',
      message: 'Cannot find x',
      assertionResults: [],
    };
    expect(outcomesOf({ testResults: [broken] })).toEqual({
      'tests/b.test.ts': { passed: 0, failed: [{ title: 'loads', words: 'Cannot find x' }] },
    });
  });

  test('have the date on which their run began', () => {
    const at = '2026-11-27T20:15:00.000Z';
    expect(beganAt({ startTime: Date.parse(at), testResults: [] }).toISOString()).toBe(at);
    expect(beganAt({ stats: { startTime: at }, suites: [] }).toISOString()).toBe(at);
  });

  test('belong to a layer by where their file lies', () => {
    expect(layerOf('e2e/list.spec.ts')).toBe('screen');
    expect(layerOf('tests/views/guard.test.ts')).toBe('screen');
    expect(layerOf('tests/server/races.test.ts')).toBe('server');
    expect(layerOf('tests/models/act.test.ts')).toBe('model');
  });
});
