import { describe, expect, it } from 'vitest';
import { type AnyEventObject, type AnyMachineSnapshot, createActor, fromPromise } from 'xstate';
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
  sidesOf,
} from '../../machines/recordPane/recordPane.machine.ts';
import { MODEL_RECORD, recordPaneModel } from '../../machines/recordPane/recordPane.model.ts';
import { Live, led, runModelLayer } from './kit.ts';

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
      const { record, command, draft, answers, key } = of(snapshot);
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(world.running).toEqual(['perform']);
      if (world.event?.type === 'command.confirm') expect(key).toBe('k-2');
      expect(world.inputOf('perform')).toEqual({
        command,
        id: record?.id ?? null,
        version: record?.version ?? 0,
        fields: draft ?? record?.fields ?? {},
        answers: command === 'save' ? null : answers,
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

const RESTING = { shown: { editing: { untouched: 'resting' } } };

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
    answers: null,
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

const isEmpty = (choices: object) => Object.keys(choices).length === 0;

describe('a pane, step by step', () => {
  const opened: AnyEventObject[] = [
    { type: 'pane.open', place: { id: 1 } },
    { type: 'record.read', record: MODEL_RECORD },
  ];
  const begun = (...events: AnyEventObject[]) => led(recordPaneMachine, undefined, [...opened, ...events]);
  const fails = (kind: 'stale' | 'refused' | 'failed', current: ServerVersion | null = null) => ({
    ...{ type: 'xstate.error.actor.perform', error: refusal(kind, current) },
  });
  const save = (name: string, key = 'k-1') => ({ type: 'record.save', fields: { name, note: '' }, key });
  const touch = (dirty: boolean) => ({ type: 'draft.touch', dirty });
  const archive = { type: 'command.ask', command: 'archive' };
  const confirm = { type: 'command.confirm', key: 'k-2' };
  const theirs = { ...MODEL_RECORD, version: 7, fields: { name: 'Katta', note: '' }, by: 'Ali', at: null };
  const NOTHING = { draft: null, refusal: null, choices: expect.toSatisfy(isEmpty), next: null };

  it('is empty before it is read, and each opening is another visit', async () => {
    const live = await led(recordPaneMachine, undefined, [{ type: 'pane.open', place: { id: 1 } }]);
    expect(live.snapshot.value).toEqual({ shown: 'reading' });
    expect(of(live.snapshot)).toMatchObject({ ...NOTHING, visit: 1 });
    await live.cause({ type: 'pane.open', place: { id: 2 } });
    expect(of(live.snapshot)).toMatchObject({ ...NOTHING, visit: 2, place: { id: 2 } });
    live.stop();
  });

  it('leaves everything of the record before, when another is opened', async () => {
    const refused = await begun(archive, confirm, fails('refused'), { type: 'pane.open', place: { id: 2 } });
    expect(of(refused.snapshot)).toMatchObject({ ...NOTHING, visit: 2, record: null });
    refused.stop();
    const left = [touch(true), save('Bosh'), fails('refused')];
    for (const place of [{ id: 2 }, 'new']) {
      const live = await begun(...left, { type: 'pane.open', place }, { type: 'leave.drop' });
      expect(of(live.snapshot)).toMatchObject({ ...NOTHING, visit: 2, place, record: null });
      live.stop();
    }
    const shut = await begun(...left, { type: 'pane.close' }, { type: 'leave.drop' });
    expect(of(shut.snapshot)).toMatchObject({ ...NOTHING, place: null, record: null });
    shut.stop();
  });

  it('asks about nothing that this person may not do', async () => {
    const live = await begun();
    expect(live.snapshot.can({ type: 'command.ask', command: 'restore' })).toBe(false);
    expect(live.snapshot.can(archive)).toBe(true);
    live.stop();
  });

  it.each([
    ['typing', [archive, confirm, fails('refused'), touch(true)], { shown: { editing: { touched: 'resting' } } }],
    ['dropping a refusal', [archive, confirm, fails('refused'), { type: 'command.drop' }], RESTING],
    ['dropping a failure', [archive, confirm, fails('failed'), { type: 'command.drop' }], RESTING],
    ['writing back what was read', [touch(true), save('Bosh'), fails('refused'), touch(false)], RESTING],
  ])('says nothing any more of what was refused after %s', async (_, events, place) => {
    const live = await begun(...events);
    expect(live.snapshot.value).toEqual(place);
    expect(of(live.snapshot).refusal).toBeNull();
    live.stop();
  });

  it('says nothing of what was refused while something else is asked or sent', async () => {
    const asking = await begun(archive, confirm, fails('refused'), archive);
    expect(of(asking.snapshot).refusal).toBeNull();
    asking.stop();
    const sending = await begun(touch(true), save('Bosh'), fails('refused'), save('Bosh', 'k-2'));
    expect(of(sending.snapshot).refusal).toBeNull();
    sending.stop();
  });

  it('begins each conflict without choices, and leaves them with it', async () => {
    const choose = { type: 'field.choose', field: 'name', side: 'mine' };
    const live = await begun(touch(true), save('Bosh'), fails('stale', theirs), choose, {
      ...{ type: 'conflict.save', key: 'k-2' },
    });
    expect(live.world.inputOf('perform')).toMatchObject({ version: 7, key: 'k-2', fields: { name: 'Bosh' } });
    expect([of(live.snapshot).refusal, of(live.snapshot).choices]).toEqual([null, {}]);
    await live.cause(fails('stale', { ...theirs, version: 8, fields: { name: 'Kichik', note: '' } }));
    expect(of(live.snapshot).choices).toEqual({});
    expect(openClashes(of(live.snapshot))).toEqual(['name']);
    await live.cause(choose);
    await live.cause({ type: 'conflict.takeTheirs' });
    expect(of(live.snapshot)).toMatchObject({ ...NOTHING, record: { version: 8, fields: { name: 'Kichik' } } });
    live.stop();
  });

  it('keeps nothing of a conflict that was saved', async () => {
    const live = await begun(
      touch(true),
      save('Bosh'),
      fails('stale', theirs),
      { type: 'field.choose', field: 'name', side: 'mine' },
      {
        ...{ type: 'conflict.save', key: 'k-2' },
      },
    );
    await live.cause({ type: 'xstate.done.actor.perform', output: { ...MODEL_RECORD, version: 8 } });
    expect(of(live.snapshot)).toMatchObject({ ...NOTHING, place: { id: 1 }, record: { version: 8 } });
    live.stop();
  });

  it('has nothing to choose outside a conflict', async () => {
    const live = await begun();
    expect(sidesOf(of(live.snapshot))).toBeNull();
    expect(openClashes(of(live.snapshot))).toEqual([]);
    live.stop();
    const fresh = await led(recordPaneMachine, undefined, [{ type: 'pane.open', place: 'new' }, save('Yangi')]);
    expect(sidesOf(of(fresh.snapshot))).toBeNull();
    expect(fresh.world.inputOf('perform')).toMatchObject({ id: null, version: 0, fields: { name: 'Yangi' } });
    fresh.stop();
  });
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

it('a step sends what its question asked for, and asked again after a refusal the question still has it', async () => {
  const { actor, asked } = pane(refusal('refused'), refusal('refused'));
  const answers = { reason: 'Oʻz arizasiga koʻra' };
  actor.send({ type: 'command.ask', command: 'archive' });
  actor.send({ type: 'command.confirm', key: 'k-1', answers });
  await settle();
  expect(asked[0]).toMatchObject({ command: 'archive', answers });
  actor.send({ type: 'command.ask', command: 'archive' });
  expect(of(actor.getSnapshot())).toMatchObject({ answers, refusal: { kind: 'refused' } });
  actor.send({ type: 'command.confirm', key: 'k-2', answers: { reason: 'Koʻchib ketdi' } });
  expect(of(actor.getSnapshot()).refusal).toBeNull();
  await settle();
  expect(asked[1]?.answers).toEqual({ reason: 'Koʻchib ketdi' });
});

it('a question has nothing of what was answered to another one', async () => {
  const { actor } = pane(refusal('refused'));
  const both = { ...MODEL_RECORD, allowed: [...MODEL_RECORD.allowed, 'record.dismiss', 'record.update'] };
  actor.send({ type: 'record.read', record: both } as never);
  actor.send({ type: 'command.ask', command: 'archive' });
  actor.send({ type: 'command.confirm', key: 'k-1', answers: { reason: 'Ishdan ketdi' } });
  await settle();
  expect(of(actor.getSnapshot()).refusal?.kind).toBe('refused');
  actor.send({ type: 'command.ask', command: 'dismiss' } as never);
  expect(of(actor.getSnapshot())).toMatchObject({ command: 'dismiss', answers: null, refusal: null });
  actor.send({ type: 'command.drop' });
  // a form is saved, never asked about
  expect(actor.getSnapshot().can({ type: 'command.ask', command: 'update' } as never)).toBe(false);
});
