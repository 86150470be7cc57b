import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromPromise } from 'xstate';
import { sameJson } from '../../contract/json.ts';
import { RefusedError } from '../../contract/refusal.ts';
import { clashesOf, merged, onlyTheirs } from '../../machines/recordPane/merge.ts';
import {
  openClashes,
  type RecordCommandInput,
  type RecordPaneContext,
  type RecordPaneEmitted,
  type RecordView,
  recordPaneMachine,
  type ServerVersion,
} from '../../machines/recordPane/recordPane.machine.ts';
import { MODEL_RECORD, recordPaneModel } from '../../machines/recordPane/recordPane.model.ts';
import { Live, runModelLayer } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as RecordPaneContext;

runModelLayer('recordPane', recordPaneModel, {
  emits: (_, { type, output }, before) => {
    const { command, place } = of(before);
    if (type !== 'xstate.done.actor.perform') return [];
    return [{ type: 'record.changed', command, created: place === 'new', record: output }];
  },
  states: {
    closed(snapshot) {
      expect(snapshot.hasTag('paneOpen')).toBe(false);
      expect(of(snapshot)).toMatchObject({ place: null, record: null, draft: null, refusal: null });
    },
    'shown.reading'(snapshot, world) {
      expect(of(snapshot)).toMatchObject({ record: null, draft: null, refusal: null });
      expect(of(snapshot).place).not.toBe('new');
      expect(world.running).toEqual([]);
    },
    'shown.editing.touched.resting'(snapshot, world) {
      expect(of(snapshot).refusal).toBeNull();
      expect(snapshot.can({ type: 'pane.close' })).toBe(true);
      expect(world.running).toEqual([]);
    },
    'shown.editing.untouched.resting'(snapshot, world) {
      const { place, record } = of(snapshot);
      expect(place === 'new').toBe(record === null);
      if (world.event?.type === 'command.drop' && of(snapshot).command === 'save')
        expect(of(snapshot).refusal).toBeNull();
      expect(world.running).toEqual([]);
    },
    'shown.editing.untouched.refused'(snapshot) {
      expect(of(snapshot).refusal?.kind).toBe('refused');
      expect(of(snapshot).command).not.toBe('save');
      expect(snapshot.hasTag('busy')).toBe(false);
    },
    'shown.editing.untouched.failed'(snapshot) {
      expect(of(snapshot).refusal?.kind).toBe('failed');
      expect(snapshot.can({ type: 'command.retry' })).toBe(true);
    },
    'shown.editing.touched.refused'(snapshot) {
      expect(of(snapshot)).toMatchObject({ command: 'save', refusal: { kind: 'refused' } });
      expect(of(snapshot).draft).not.toBeNull();
    },
    'shown.editing.touched.failed'(snapshot) {
      expect(of(snapshot)).toMatchObject({ command: 'save', refusal: { kind: 'failed' } });
      // what is written now is saved again
      expect(snapshot.can({ type: 'command.retry' })).toBe(false);
    },
    asking(snapshot) {
      const { record, command } = of(snapshot);
      expect(record?.allowed).toContain(`record.${command}`);
      expect(snapshot.can({ type: 'pane.close' })).toBe(false);
    },
    sending(snapshot, world) {
      const { record, command, draft, key } = of(snapshot);
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(world.running).toEqual(['perform']);
      if (world.event?.type === 'command.confirm') expect(key).toBe('k-2');
      expect(world.inputOf('perform')).toEqual({
        command,
        id: record?.id ?? null,
        version: record?.version ?? 0,
        fields: draft ?? record?.fields ?? {},
        key,
      });
      expect(snapshot.can({ type: 'pane.close' })).toBe(false);
    },
    conflicted(snapshot) {
      const { command } = of(snapshot);
      const open = openClashes(of(snapshot)).length > 0;
      expect(snapshot.can({ type: 'conflict.save', key: 'k' })).toBe(!open);
      if (command !== 'save') expect(open).toBe(false);
      expect(snapshot.can({ type: 'pane.close' })).toBe(false);
    },
    leaving(snapshot) {
      expect(snapshot.can({ type: 'pane.close' })).toBe(false);
    },
  },
});

type Step = RecordView | RefusedError<ServerVersion>;
const refusal = (kind: 'stale' | 'refused' | 'failed', current: ServerVersion | null = null) =>
  new RefusedError<ServerVersion>({ kind, message: '', code: kind, requestId: '', errors: {}, lines: [], current });

const settle = () => new Promise((done) => setImmediate(done));

/** A pane whose server answers in turn. */
function pane(...answers: Step[]) {
  const asked: RecordCommandInput[] = [];
  const emitted: RecordPaneEmitted[] = [];
  const perform = fromPromise<RecordView, RecordCommandInput>(async ({ input }) => {
    asked.push(input);
    const answer = answers.shift();
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer');
    return answer;
  });
  const actor = createActor(recordPaneMachine.provide({ actors: { perform } })).start();
  actor.on('*', (event) => emitted.push(event));
  actor.send({ type: 'pane.open', place: { id: 1 } });
  actor.send({ type: 'record.read', record: MODEL_RECORD });
  return { actor, asked, emitted };
}

it('sends the same words after a lost answer under their first key, other words under another', async () => {
  const { actor, asked } = pane(refusal('failed'), refusal('failed'), refusal('failed'));
  for (const [name, key] of [
    ['a', 'k-1'],
    ['a', 'k-2'],
    ['b', 'k-3'],
  ] as const) {
    actor.send({ type: 'record.save', fields: { name, note: '' }, key });
    await settle();
  }
  // what is written may have changed since: only saving returns its current version
  expect(actor.getSnapshot().can({ type: 'command.retry' })).toBe(false);
  expect(asked.map(({ key }) => key)).toEqual(['k-1', 'k-1', 'k-3']);
});

it('a conflict sends my words where I chose them, theirs where I wrote nothing, with their version', async () => {
  const theirs = { ...MODEL_RECORD, version: 7, fields: { name: 'Katta', note: 'ular' }, by: 'Ali', at: null };
  const saved = { ...MODEL_RECORD, version: 8 };
  const { actor, asked, emitted } = pane(refusal('stale', theirs), saved);
  actor.send({ type: 'draft.touch', dirty: true });
  actor.send({ type: 'record.save', fields: { name: 'Bosh', note: '' }, key: 'k-1' });
  await settle();
  actor.send({ type: 'conflict.save', key: 'k-2' });
  expect(actor.getSnapshot().value, 'nothing is sent before the choice').toBe('conflicted');
  actor.send({ type: 'field.choose', field: 'name', side: 'mine' });
  actor.send({ type: 'conflict.save', key: 'k-2' });
  await settle();
  expect(asked.at(-1)).toEqual({
    command: 'save',
    id: 1,
    version: 7,
    fields: { name: 'Bosh', note: 'ular' },
    key: 'k-2',
  });
  expect(emitted).toEqual([{ type: 'record.changed', command: 'save', created: false, record: saved }]);
});

it('theirs, taken whole, are what is seen, and nothing is typed any more', async () => {
  const theirs = { ...MODEL_RECORD, version: 7, fields: { name: 'Katta', note: '' }, by: null, at: null };
  const { actor } = pane(refusal('stale', theirs));
  actor.send({ type: 'record.save', fields: { name: 'Bosh', note: '' }, key: 'k-1' });
  await settle();
  actor.send({ type: 'conflict.takeTheirs' });
  const { record, draft } = actor.getSnapshot().context;
  expect(actor.getSnapshot().matches({ shown: { editing: 'untouched' } })).toBe(true);
  expect({ record, draft }).toEqual({
    record: { id: 1, version: 7, allowed: MODEL_RECORD.allowed, fields: theirs.fields, facts: {} },

    draft: null,
  });
});

it('a new record becomes the record that was made', async () => {
  const made = { ...MODEL_RECORD, id: 9 };
  const { actor, emitted } = pane(made);
  actor.send({ type: 'pane.open', place: 'new' });
  actor.send({ type: 'record.save', fields: { name: 'Yangi', note: '' }, key: 'k-1' });
  await settle();
  expect(actor.getSnapshot().context).toMatchObject({ place: { id: 9 }, record: made });
  expect(emitted).toEqual([{ type: 'record.changed', command: 'save', created: true, record: made }]);
});

it('shows another record while one is open, and somebody else’s change of it while nothing is typed', async () => {
  const live = new Live(recordPaneMachine, undefined, {});
  await live.cause({ type: 'pane.open', place: { id: 1 } });
  await live.cause({ type: 'record.read', record: MODEL_RECORD });
  await live.cause({ type: 'record.read', record: { ...MODEL_RECORD, version: 2 } });
  expect(of(live.snapshot).record?.version).toBe(2);
  await live.cause({ type: 'draft.touch', dirty: true });
  // what is typed is not taken away under the hand
  await live.cause({ type: 'record.read', record: { ...MODEL_RECORD, version: 3 } });
  expect(of(live.snapshot).record?.version).toBe(2);
  await live.cause({ type: 'draft.touch' });
  await live.cause({ type: 'pane.open', place: { id: 5 } });
  expect(of(live.snapshot)).toMatchObject({ place: { id: 5 }, record: null });
  live.stop();
});

describe('merge', () => {
  const seen = { name: 'a', phone: '1', firms: [{ stir: '1', name: 'x' }], note: '' };
  const mine = { ...seen, name: 'b', phone: '2', note: 'c' };
  const theirs = { ...seen, name: 'd', firms: [], note: 'c' };

  it('asks only about what both changed, each otherwise', () => {
    expect(clashesOf({ seen, mine, theirs })).toEqual(['name']);
    expect(onlyTheirs({ seen, mine, theirs })).toEqual(['firms']);
  });

  it('keeps everybody’s changes', () => {
    const sides = { seen, mine, theirs };
    expect(merged(sides, { name: 'mine' })).toEqual({ name: 'b', phone: '2', firms: [], note: 'c' });
    expect(merged(sides, { name: 'theirs' })).toEqual({ name: 'd', phone: '2', firms: [], note: 'c' });
  });

  it('knows equal JSON, whatever the order of keys', () => {
    expect(sameJson([{ a: 1, b: [2] }], [{ b: [2], a: 1 }])).toBe(true);
    expect(sameJson([1], { 0: 1 })).toBe(false);
    expect(sameJson({ a: 1 }, { b: 1 })).toBe(false);
    expect(sameJson(null, {})).toBe(false);
  });
});
