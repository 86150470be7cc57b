import { expect, it } from 'vitest';
import type { AnyMachineSnapshot } from 'xstate';
import { createActor, fromPromise } from 'xstate';
import { badOf, goodOf, linesOf, restOf } from '../../machines/pasteLines/lines.ts';
import {
  type AddLinesInput,
  type LinesAdded,
  type PasteLinesContext,
  pasteLinesMachine,
  type Recognized,
  type RecognizeInput,
} from '../../machines/pasteLines/pasteLines.machine.ts';
import { BLOCK, KETTLE, pasteLinesModel } from '../../machines/pasteLines/pasteLines.model.ts';
import { Live, led, runModelLayer } from './kit.ts';

const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as PasteLinesContext;
const add = { type: 'lines.add', key: 'k-1' } as const;

runModelLayer('pasteLines', pasteLinesModel, {
  emits(snapshot, { type, output }) {
    const added = type === 'xstate.done.actor.addLines' ? [{ type: 'lines.added', answer: output }] : [];
    return snapshot.matches('closed') ? [...added, 'paste.closed'] : added;
  },
  states: {
    closed(snapshot, { event, running }) {
      expect(running).toEqual([]);
      // closed, nothing of the list is left, nor of what went wrong
      if (event !== undefined) expect(contextOf(snapshot)).toMatchObject({ rows: [], fault: null, failure: null });
    },
    reading(snapshot, { event }) {
      const { fault } = contextOf(snapshot);
      expect(snapshot.hasTag('entering')).toBe(true);
      expect(snapshot.can(add)).toBe(false);
      if (event?.type === 'xstate.error.actor.readFile') expect(fault).toBe('unreadable');
      if (event?.type === 'xstate.done.actor.readFile' || event?.type === 'text.read') expect(fault).toBe('empty');
    },
    opening(snapshot, { running, inputOf }) {
      expect(running).toEqual(['readFile']);
      expect(inputOf('readFile')).toEqual({ fileId: 'f-1' });
      expect(snapshot.can({ type: 'paste.close' })).toBe(false);
    },
    recognizing(snapshot, { running, inputOf, event }) {
      expect(running).toEqual(['recognize']);
      // only what is not known yet is asked
      const asked = event?.type === 'column.set' ? ['birinchi', 'ikkinchi'] : ['SKU-1', 'YOʻQ-9'];
      expect((inputOf('recognize') as { words: string[] }).words).toEqual(expect.arrayContaining(asked.slice(0, 1)));
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(contextOf(snapshot).failure).toBeNull();
    },
    unrecognized(snapshot) {
      expect(contextOf(snapshot).failure).toMatchObject({ status: 0 });
      expect(contextOf(snapshot).rows).toHaveLength(3);
    },
    'previewing.ready'(snapshot, { event }) {
      if (event?.type === 'rest.fix') expect(contextOf(snapshot).sent).toEqual([]);
      const context = contextOf(snapshot);
      expect(context.failure).toBeNull();
      expect(context.said).toEqual({});
      expect(snapshot.can({ type: 'warnings.accept', key: 'k-2' })).toBe(false);
      const good = linesOf(context).some(({ body, left, row }) => body !== null && !left && !(row in context.refused));
      expect(snapshot.can(add)).toBe(good);
    },
    'previewing.warned'(snapshot) {
      expect(contextOf(snapshot).failure).toMatchObject({ code: 'warnings' });
      expect(snapshot.hasTag('asking')).toBe(true);
      expect(Object.values(contextOf(snapshot).said)).toEqual([['server soʻzi']]);
    },
    'previewing.refused'(snapshot) {
      expect(contextOf(snapshot).failure).not.toBeNull();
      const { refused, sent } = contextOf(snapshot);
      expect(refused).toEqual({ [sent[0] ?? -1]: ['server soʻzi'] });
      expect(snapshot.can({ type: 'warnings.accept', key: 'k-2' })).toBe(false);
    },
    adding(snapshot, { running, inputOf, event }) {
      expect(contextOf(snapshot)).toMatchObject({ failure: null, said: {} });
      const { key, check, sent } = contextOf(snapshot);
      expect(running).toEqual(['addLines']);
      const input = inputOf('addLines') as { key: string; lines: { check: boolean; product_variant_id: number }[] };
      expect(input.key).toBe(key);
      expect(input.lines).toHaveLength(sent.length);
      for (const line of input.lines) expect(line).toMatchObject({ check, product_variant_id: KETTLE.id });
      if (event?.type === 'lines.add') expect(check).toBe(true);
      if (event?.type === 'warnings.accept') expect(check).toBe(false);
      expect(snapshot.can({ type: 'paste.close' })).toBe(false);
      expect(snapshot.can(add)).toBe(false);
    },
    failed(snapshot) {
      // what was sent may have arrived: nothing can be changed before it is sent again
      expect(snapshot.hasTag('editable')).toBe(false);
      expect(contextOf(snapshot).failure).toMatchObject({ status: 0 });
    },
    done(snapshot) {
      expect(contextOf(snapshot).added).toBe(1);
      expect(linesOf(contextOf(snapshot)).length).toBeGreaterThan(1);
    },
  },
});

it('sends what got no answer again under its key, and warnings that are accepted under another', async () => {
  const sent: { key: string; check: boolean | undefined }[] = [];
  const answers = [
    { status: 0, code: 'network' },
    { status: 422, code: 'warnings' },
    { status: 500, code: 'internal' },
  ];
  const actor = createActor(
    pasteLinesMachine.provide({
      actors: {
        recognize: fromPromise<Recognized, RecognizeInput>(async () => ({
          found: { 'SKU-1': [KETTLE], 'YOʻQ-9': [] },
          currencies: [{ id: 1, abbrevation: 'UZS', rate: 1 }],
        })),
        addLines: fromPromise<LinesAdded, AddLinesInput>(async ({ input }) => {
          sent.push({ key: input.key, check: input.lines[0]?.check });
          throw answers[sent.length - 1] ?? { status: 500 };
        }),
      },
    }),
    { input: { text: BLOCK } },
  ).start();
  const settled = () => new Promise((done) => setImmediate(done));
  actor.send({ type: 'paste.open' });
  await settled();
  actor.send({ type: 'lines.add', key: 'k-1' });
  await settled();
  actor.send({ type: 'add.retry' });
  await settled();
  actor.send({ type: 'warnings.accept', key: 'k-2' });
  await settled();
  expect(sent).toEqual([
    { key: 'k-1', check: true },
    { key: 'k-1', check: true },
    { key: 'k-2', check: false },
  ]);
});

it.each([
  ['no network', { status: 0, code: 'network' }, 'failed'],
  ['a fault of the server', { status: 500, code: 'internal' }, 'failed'],
  ['an answer of a gateway', { status: 502, code: 'unknown' }, 'failed'],
  ['too many requests', { status: 429, code: 'too_many' }, 'failed'],
  ['an answer that nobody can read', { status: 200, code: 'bad_answer' }, 'failed'],
  ['the last status of a refusal', { status: 499, code: 'unknown' }, { previewing: 'refused' }],
  ['a status beside too many requests', { status: 428, code: 'unknown' }, { previewing: 'refused' }],
  ['a conflict', { status: 409, code: 'not_allowed_now' }, { previewing: 'refused' }],
])('after %s it is known whether the lines may have arrived', async (_, answer, place) => {
  const found = { 'SKU-1': [KETTLE], 'YOʻQ-9': [] };
  const live = await led(pasteLinesMachine, { text: BLOCK }, [
    { type: 'paste.open' },
    { type: 'xstate.done.actor.recognize', output: { found, currencies: [{ id: 1, abbrevation: 'UZS', rate: 1 }] } },
    add,
    { type: 'xstate.error.actor.addLines', error: { message: '', requestId: '', body: {}, ...answer } },
  ]);
  expect(live.snapshot.value).toEqual(place);
  live.stop();
});

it('takes a list of one line: pasted, typed or of a file', async () => {
  const pasted = await led(pasteLinesMachine, { text: 'SKU-1\t5' }, [{ type: 'paste.open' }]);
  expect(pasted.snapshot.value).toBe('recognizing');
  pasted.stop();
  const typed = await led(pasteLinesMachine, { text: null }, [
    { type: 'paste.open' },
    { type: 'text.read', text: 'SKU-1\t5' },
  ]);
  expect(typed.snapshot.value).toBe('recognizing');
  typed.stop();
  const file = await led(pasteLinesMachine, { text: null }, [
    { type: 'paste.open' },
    { type: 'file.choose', fileId: 'f-1' },
    { type: 'xstate.done.actor.readFile', output: [['SKU-1', '5']] },
  ]);
  expect(file.snapshot.value).toBe('recognizing');
  file.stop();
});

it('asks about the only word that a column brings', async () => {
  const live = await led(pasteLinesMachine, { text: BLOCK }, [
    { type: 'paste.open' },
    {
      type: 'xstate.done.actor.recognize',
      output: { found: { 'SKU-1': [KETTLE], 'YOʻQ-9': [], birinchi: [] }, currencies: [] },
    },
    { type: 'column.set', at: 3, meaning: 'sku' },
  ]);
  expect(live.snapshot.value).toBe('recognizing');
  expect(live.world.inputOf('recognize')).toEqual({ words: ['ikkinchi'] });
  live.stop();
});

const WARNED = {
  status: 422,
  code: 'warnings',
  message: '',
  requestId: 'r-1',
  body: { errors: { 'lines.0.count': ['server soʻzi'] } },
};

it('forgets the server’s answer with the next change of column, currency or line', async () => {
  for (const change of [
    { type: 'column.set', at: 3, meaning: 'currency' },
    { type: 'currency.set', currency: 'USD' },
    { type: 'line.fix', row: 1, fix: { count: '4' } },
    { type: 'column.set', at: 3, meaning: 'name' },
  ]) {
    const live = new Live(pasteLinesMachine, { text: BLOCK }, {});
    await live.cause({ type: 'paste.open' });
    const found = { 'SKU-1': [KETTLE], 'YOʻQ-9': [] };
    const currencies = [
      { id: 1, abbrevation: 'UZS', rate: 1 },
      { id: 2, abbrevation: 'USD', rate: 12_000 },
    ];
    await live.cause({ type: 'xstate.done.actor.recognize', output: { found, currencies } });
    await live.cause(add);
    await live.cause({ type: 'xstate.error.actor.addLines', error: WARNED });
    expect(contextOf(live.snapshot).failure).not.toBeNull();
    await live.cause(change);
    expect(contextOf(live.snapshot), change.type).toMatchObject({ failure: null, said: {} });
    if (change.type === 'currency.set') expect(linesOf(contextOf(live.snapshot))[0]?.currency).toBe('USD');
    live.stop();
  }
});

it('counts what the server refused as bad until it is changed, and offers only the others', async () => {
  const live = new Live(pasteLinesMachine, { text: 'Artikul\tSoni\tNarxi\nA\t1\t100\nB\t2\t200\nC\t3\t300' }, {});
  const rowsNow = () => {
    const context = contextOf(live.snapshot);
    const lines = linesOf(context);
    return [goodOf, badOf, restOf].map((some) => some(lines, context.refused).map(({ line }) => line));
  };
  const refusal = { ...WARNED, code: 'validation', body: { errors: { 'lines.1.value': ['past'] } } };
  await live.cause({ type: 'paste.open' });
  const found = { A: [KETTLE], B: [{ ...KETTLE, id: 2 }], C: [{ ...KETTLE, id: 3 }] };
  const currencies = [{ id: 1, abbrevation: 'UZS', rate: 1 }];
  await live.cause({ type: 'xstate.done.actor.recognize', output: { found, currencies } });
  await live.cause(add);
  await live.cause({ type: 'xstate.error.actor.addLines', error: refusal });
  expect(rowsNow()).toEqual([[2, 4], [3], [3]]);
  // the change of another line leaves it refused
  await live.cause({ type: 'line.fix', row: 1, fix: { value: '150' } });
  expect(rowsNow()).toEqual([[2, 4], [3], [3]]);
  await live.cause(add);
  expect(contextOf(live.snapshot).sent).toEqual([1, 3]);
  expect(live.world.inputOf('addLines')).toMatchObject({ lines: [{ count: 1 }, { count: 3 }] });
  await live.cause({ type: 'xstate.done.actor.addLines', output: { data: [], invoice: {} } });
  await live.cause({ type: 'rest.fix' });
  expect(rowsNow()).toEqual([[], [3], [3]]);
  expect(live.snapshot.can(add)).toBe(false);
  await live.cause({ type: 'line.fix', row: 1, fix: { value: '250' } });
  expect(rowsNow()).toEqual([[3], [], []]);
  live.stop();
});

it('takes another column or currency for a change of every line that was refused', async () => {
  for (const change of [
    { type: 'column.set', at: 3, meaning: 'currency' },
    { type: 'currency.set', currency: 'UZS' },
  ]) {
    const live = new Live(pasteLinesMachine, { text: BLOCK }, {});
    await live.cause({ type: 'paste.open' });
    const found = { 'SKU-1': [KETTLE], 'YOʻQ-9': [] };
    await live.cause({
      type: 'xstate.done.actor.recognize',
      output: { found, currencies: [{ id: 1, abbrevation: 'UZS', rate: 1 }] },
    });
    await live.cause(add);
    await live.cause({ type: 'xstate.error.actor.addLines', error: { ...WARNED, code: 'validation' } });
    expect(Object.keys(contextOf(live.snapshot).refused)).toEqual(['1']);
    await live.cause(change);
    expect(contextOf(live.snapshot).refused, change.type).toEqual({});
    live.stop();
  }
});

it('forgets the fault of a file when it is closed', async () => {
  const live = new Live(pasteLinesMachine, { text: null }, {});
  await live.cause({ type: 'paste.open' });
  await live.cause({ type: 'text.read', text: ' ' });
  expect(contextOf(live.snapshot).fault).toBe('empty');
  await live.cause({ type: 'paste.close' });
  expect(contextOf(live.snapshot).fault).toBeNull();
  live.stop();
});

it('goes on with the block that was kept, as it was left', () => {
  const { rows, meanings, headAt, currency, fixes } = contextOf(
    createActor(pasteLinesMachine, { input: { text: BLOCK } }).getSnapshot(),
  );
  const kept = { rows, meanings: [...meanings].reverse(), headAt, currency, fixes };
  const actor = createActor(pasteLinesMachine, { input: { text: null, kept } });
  expect(contextOf(actor.getSnapshot())).toMatchObject(kept);
});
