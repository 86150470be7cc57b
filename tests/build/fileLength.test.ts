/** A source or test file is about one subject: at most 500 lines. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';

const MOST = 500;
const root = resolve(import.meta.dirname, '../..');

/** Longer ones, each with its reason. An entry that is no longer needed fails. */
const LONGER: Readonly<Record<string, string>> = {
  'tests/models/invoiceWorkspace.test.ts':
    'mutants of a machine run one file, and its window is rewritten by a later issue',
  'tests/models/countingWorkspace.test.ts': 'mutants of a machine run one file',
  'tests/models/serialDesk.test.ts': 'mutants of a machine run one file',
  'tests/ui/list.test.tsx': 'its cases share one page and one fake server whose answers they set',
};

/** A definition of a machine is written out in one file, so that an editor reads it without running it. */
const isMachine = (file: string): boolean => file.endsWith('.machine.ts');

it(`no source or test file has more than ${MOST} lines, except those that are named`, () => {
  const listed = spawnSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).stdout.split('\n');
  const sources = listed.filter(
    (file) =>
      /^(src|server|machines|contract|build|scripts|bench|tests|e2e)\/.*\.(tsx?|mjs)$/.test(file) && !isMachine(file),
  );
  expect(sources.length).toBeGreaterThan(800);
  const longer = sources.filter((file) => readFileSync(resolve(root, file), 'utf8').split('\n').length > MOST + 1);
  expect(longer.sort()).toEqual(Object.keys(LONGER).sort());
});
