/** Codes that are scanned while the list still opens (spec 4: a counter loses none of what was scanned). */
import { expect, it } from 'vitest';
import { EarlyScans } from '../../src/pages/counting/counter/earlyScans.ts';
import type { ScanController } from '../../src/pages/counting/counter/scanController.ts';

const BEGAN = 1_000;

function listening() {
  const heard: string[] = [];
  const scans = {
    scan: (code: string) => heard.push(code),
    refuse: (reason: string, code: string) => heard.push(`${reason} ${code}`),
  } as unknown as ScanController;
  const early = new EarlyScans(scans, BEGAN);
  let at = BEGAN;
  /** @returns how many of the keys went on to the page */
  const type = (
    text: string,
    { from = at + 500, target = document.body }: { from?: number; target?: Element } = {},
  ) => {
    at = from;
    let passed = 0;
    for (const key of [...text].map((one) => (one === '\n' ? 'Enter' : one))) {
      const event = new KeyboardEvent('keydown', { key, cancelable: true });
      Object.defineProperties(event, { timeStamp: { value: at }, target: { value: target } });
      early.hear(event);
      if (!event.defaultPrevented) passed += 1;
      at += 10;
    }
    return passed;
  };
  return { early, heard, type };
}

it('are counted in their order once it is there, and one that was begun goes on in the field', () => {
  const { early, heard, type } = listening();
  early.open();
  expect(type('4780001\n4780002\n478')).toBe(0);
  expect(heard).toEqual([]);
  expect(early.close()).toBe('478');
  expect(heard).toEqual(['4780001', '4780002']);
  expect(type('0003\n')).toBe(5);
  expect(heard).toHaveLength(2);
});

it('are refused where their beginning came before anybody listened, also where they end later', () => {
  const { early, heard, type } = listening();
  early.open();
  type('07\n4780001\n', { from: BEGAN + 20 });
  early.close();
  expect(heard).toEqual(['cut 07', '4780001']);

  const other = listening();
  other.early.open();
  other.type('0', { from: BEGAN + 20 });
  expect(other.early.close()).toBe('');
  expect(other.type('7\n')).toBe(0);
  expect(other.heard).toEqual(['cut 07']);
  expect(other.type('4780001\n')).toBe(8);
});

it('leave keys of the page and what is typed into a field alone', () => {
  const { early, heard, type } = listening();
  early.open();
  const field = document.body.appendChild(document.createElement('input'));
  expect(type('478\n', { target: field })).toBe(4);
  for (const sheet of ['?', '!']) expect(type(`${sheet}\n`)).toBe(2);
  expect(early.close()).toBe('');
  expect(heard).toEqual([]);
  expect(type('4780001\n')).toBe(8);
});
