/** Which record a window shows, from its address alone: what somebody reports as wrong is about it. */
import { expect, it } from 'vitest';
import { REPLAYED } from '../../contract/workflows.ts';
import { documentPath, KINDS } from '../../src/pages/workflows/addresses.ts';
import { recordAt } from '../../src/report/noted.ts';

const ORIGIN = 'http://idora.test';

it.each([
  ['/repositories/act-of-counting/12', { machine: 'countingAct', kind: null, id: 12 }],
  ['/repositories/act-of-counting/12/', { machine: 'countingAct', kind: null, id: 12 }],
  ['/workflows?list=reports&row=3&page=2', { machine: 'problemReport', kind: null, id: 3 }],
  ['/repositories/act-of-counting', null],
  ['/repositories/act-of-counting?page=2', null],
  ['/workflows?list=rules', null],
])('%s', (path, record) => {
  expect(recordAt(`${ORIGIN}${path}`)).toEqual(record);
});

it('finds every record at its own page, of whatever chart and directory', () => {
  const pages = REPLAYED.flatMap((machine) =>
    [...(KINDS[machine]?.keys() ?? [null])].flatMap((kind) => {
      const [path, other] = [41, 42].map((id) => documentPath(machine, { id, kind }));
      return path == null || path === other ? [] : [{ path, record: { machine, kind, id: 41 } }];
    }),
  );
  // a directory with a chart of its own is on its page by both names: its chart is what it is
  const isUsual = ({ record }: (typeof pages)[number]) => record.machine === 'directoryRecord';
  const byPath = new Map(
    [...pages.filter(isUsual), ...pages.filter((page) => !isUsual(page))].map((one) => [one.path, one]),
  );
  expect(byPath.size).toBeGreaterThan(60);
  for (const [path, { record }] of byPath) expect(recordAt(`${ORIGIN}${path}`), path).toEqual(record);
});
