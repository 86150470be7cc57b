import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromPromise } from 'xstate';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import {
  type Command,
  type CommandContext,
  type CommandEmitted,
  commandMachine,
  commandOf,
  type PerformInput,
  type Stored,
  type Subject,
} from '../../machines/command/command.machine.ts';
import { commandModel, MODEL_COUNTER } from '../../machines/command/command.model.ts';
import { Live, runModelLayer, type World } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as CommandContext<Command, Stored>;

function nothingPending(snapshot: AnyMachineSnapshot, world: World): void {
  expect(of(snapshot)).toMatchObject({ command: null, refusal: null });
  expect(world.running).not.toContain('perform');
  expect([...snapshot.tags]).toEqual([]);
}

const EMITS: Readonly<Record<string, string>> = {
  'command.doneElsewhere': 'command.done',
  'xstate.done.actor.perform': 'command.done',
  'command.takeTheirs': 'theirs.taken',
};

runModelLayer('command', commandModel, {
  emits(_, { type }, before) {
    const emitted = EMITS[type];
    if (emitted === 'command.done') return [{ type: emitted, command: of(before).command }];
    return emitted === undefined ? [] : [emitted];
  },
  states: {
    'ready.idle': nothingPending,
    'ready.done'(snapshot, world) {
      nothingPending(snapshot, world);
      if (world.event?.type === 'command.doneElsewhere') expect(of(snapshot).subject.allowed).toEqual([]);
      // an answer without the document leaves it unchanged
      else if (world.event?.output === null) expect(of(snapshot).subject.version).toBe(3);
      else expect(of(snapshot).subject).toEqual({ version: 4, allowed: [] });
    },
    'ready.rejected'(snapshot) {
      expect(of(snapshot).refusal?.kind).toBe('refused');
      expect(of(snapshot).command).not.toBeNull();
      expect(snapshot.hasTag('refused')).toBe(true);
      // what was asked about stays on the screen, to be corrected
      expect(snapshot.can({ type: 'command.confirm', words: {}, key: 'k' })).toBe(true);
      expect(snapshot.can({ type: 'command.retry' })).toBe(false);
    },
    'ready.failed'(snapshot) {
      expect(of(snapshot).refusal?.kind).toBe('failed');
      expect(of(snapshot).key).not.toBe('');
      expect(snapshot.hasTag('refused')).toBe(true);
      expect(snapshot.can({ type: 'command.retry' })).toBe(true);
    },
    asking(snapshot, world) {
      expect(snapshot.hasTag('asking')).toBe(true);
      // asked again, it is about what is stored now
      const again = world.event?.type === 'xstate.error.actor.perform';
      expect(of(snapshot).refusal?.kind).toBe(again ? 'stale' : undefined);
      if (again) expect(of(snapshot).subject.version).toBe(8);
      expect(world.running).not.toContain('perform');
    },
    sending(snapshot, world) {
      const { command, key, refusal } = of(snapshot);
      expect(world.running).toContain('perform');
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(snapshot.can({ type: 'command.close' })).toBe(false);
      const input = world.inputOf('perform') as PerformInput<Command>;
      expect(input).toMatchObject({ command, key });
      if (world.event?.type === 'command.confirm') expect(input.command).toMatchObject(world.event.words);
      // who keeps the own step sends it on top of what is stored now
      if (world.event?.type === 'command.keepMine') expect(input).toMatchObject({ version: 8, key: 'k-4' });
      if (world.event?.type === 'command.retry') expect(refusal?.kind).toBe('failed');
      else expect(refusal).toBeNull();
      if (command?.type === 'counter.release') expect(input.version).toBe(MODEL_COUNTER.version);
    },
    conflict(snapshot) {
      expect(of(snapshot).refusal?.current?.version).toBe(8);
      expect(snapshot.can({ type: 'command.confirm', words: {}, key: 'k' })).toBe(false);
      expect(snapshot.can({ type: 'command.close' })).toBe(false);
    },
  },
});

interface WordsCommand extends Command {
  reason?: string;
  count?: number;
}

const machine = commandOf<WordsCommand, Stored>();
const ACT: Subject = { version: 3, allowed: ['act.complete', 'act.update', 'line.correct', 'comment.add'] };
const NO_ANSWER = new TypeError('network');

const refused = (what: Partial<Refusal<Stored>> = {}) =>
  new RefusedError<Stored>({
    kind: 'refused',
    message: '',
    code: '',
    requestId: '',
    errors: {},
    lines: [],
    current: null,
    ...what,
  });
const stale = (version: number | null) =>
  refused({ kind: 'stale', code: 'stale', current: version === null ? null : { version, by: null, at: null } });

const lost = { type: 'xstate.error.actor.perform', error: NO_ANSWER };
const begun = () => new Live(machine, { subject: ACT }, {});
const sentBy = (live: Live) => live.world.inputOf('perform') as PerformInput<WordsCommand>;

describe('the idempotency key', () => {
  it('stays with the same words after a lost answer; other words get another one', async () => {
    const live = begun();
    await live.cause({ type: 'command.ask', command: { type: 'line.correct' } });
    for (const [count, key, sent] of [
      [5, 'k-1', 'k-1'],
      [5, 'k-2', 'k-1'],
      [4, 'k-3', 'k-3'],
    ] as const) {
      await live.cause({ type: 'command.confirm', words: { count }, key });
      expect(sentBy(live)).toMatchObject({ command: { count }, key: sent });
      await live.cause(lost);
    }
    // as it was, without words of its own
    await live.cause({ type: 'command.retry' });
    expect(sentBy(live)).toMatchObject({ command: { count: 4 }, key: 'k-3' });
    live.stop();
  });

  it('is another one after a refusal: a refusal is an answer', async () => {
    const live = begun();
    await live.cause({ type: 'command.ask', command: { type: 'line.correct' } });
    for (const [key, count] of [
      ['k-1', 4],
      ['k-2', 4],
      ['k-3', 3],
    ] as const) {
      await live.cause({ type: 'command.confirm', words: { count }, key });
      expect(sentBy(live)).toMatchObject({ command: { count }, key });
      await live.cause({ type: 'xstate.error.actor.perform', error: refused() });
    }
    live.stop();
  });

  it('stays with a command that is repeated unchanged after a lost answer', async () => {
    const live = begun();
    for (const [reason, key, sent] of [
      ['vitrinada', 'k-1', 'k-1'],
      ['vitrinada', 'k-2', 'k-1'],
      ['omborda', 'k-3', 'k-3'],
    ] as const) {
      await live.cause({ type: 'command.do', command: { type: 'comment.add', reason }, key });
      expect(sentBy(live).key).toBe(sent);
      await live.cause(lost);
    }
    // what was given up is over
    await live.cause({ type: 'command.close' });
    await live.cause({ type: 'command.do', command: { type: 'comment.add', reason: 'omborda' }, key: 'k-4' });
    expect(sentBy(live).key).toBe('k-4');
    live.stop();
  });
});

it('does nothing that the person may not do, with the document or with the part that it is about', () => {
  const actor = createActor(machine, { input: { subject: ACT } }).start();
  const may = (command: WordsCommand) => actor.getSnapshot().can({ type: 'command.ask', command });
  expect(may({ type: 'act.form' })).toBe(false);
  expect(may({ type: 'act.complete' })).toBe(true);
  expect(may({ type: 'counter.release', of: MODEL_COUNTER })).toBe(true);
  expect(may({ type: 'counter.remove', of: MODEL_COUNTER })).toBe(false);
  expect(actor.getSnapshot().can({ type: 'command.do', command: { type: 'act.form' }, key: 'k' })).toBe(false);
});

it('repeats under the same key, and takes the new version and another key when the own step is kept', async () => {
  const sent: { version: number; key: string }[] = [];
  const answers = ['lost', 'stale', 'done'];
  const perform = fromPromise<Subject | null, PerformInput<WordsCommand>>(async ({ input: { version, key } }) => {
    sent.push({ version, key });
    const answer = answers.shift();
    if (answer === 'lost') throw NO_ANSWER;
    if (answer === 'stale') throw stale(12);
    return { version: 13, allowed: [] };
  });
  const actor = createActor(machine.provide({ actors: { perform } }), { input: { subject: ACT } }).start();
  const emitted: CommandEmitted<WordsCommand>[] = [];
  actor.on('*', (event) => emitted.push(event));
  const settle = () => new Promise((done) => setImmediate(done));
  actor.send({ type: 'command.ask', command: { type: 'act.complete' } });
  actor.send({ type: 'command.confirm', words: {}, key: 'first' });
  await settle();
  expect(actor.getSnapshot().matches({ ready: 'failed' })).toBe(true);
  actor.send({ type: 'command.confirm', words: {}, key: 'another' });
  await settle();
  expect(actor.getSnapshot().matches('conflict')).toBe(true);
  actor.send({ type: 'command.keepMine', words: {}, key: 'second' });
  await settle();
  expect(sent).toEqual([
    { version: 3, key: 'first' },
    { version: 3, key: 'first' },
    { version: 12, key: 'second' },
  ]);
  expect(actor.getSnapshot().context.subject).toEqual({ version: 13, allowed: [] });
  expect(emitted).toEqual([{ type: 'command.done', command: { type: 'act.complete' } }]);
});

it('takes the new version of the part that it is about, each time, and leaves that of the document', async () => {
  const live = begun();
  await live.cause({ type: 'command.ask', command: { type: 'counter.release', of: MODEL_COUNTER } });
  await live.cause({ type: 'command.confirm', words: { reason: 'kasal' }, key: 'k-1' });
  const versions = [sentBy(live).version];
  for (const [version, key] of [
    [5, 'k-2'],
    [6, 'k-3'],
  ] as const) {
    await live.cause({ type: 'xstate.error.actor.perform', error: stale(version) });
    await live.cause({ type: 'command.keepMine', words: {}, key });
    versions.push(sentBy(live).version);
  }
  expect(versions).toEqual([MODEL_COUNTER.version, 5, 6]);
  expect(sentBy(live)).toMatchObject({ command: { reason: 'kasal' }, key: 'k-3' });
  expect(of(live.snapshot).subject.version).toBe(ACT.version);
  live.stop();
});

it('sends words under the version that they were written on, whatever was read meanwhile', async () => {
  const live = begun();
  await live.cause({ type: 'command.ask', command: { type: 'act.update', of: ACT } });
  await live.cause({ type: 'subject.read', subject: { ...ACT, version: 8 } });
  await live.cause({ type: 'command.confirm', words: { reason: 'meniki' }, key: 'k-1' });
  expect(sentBy(live).version).toBe(3);
  await live.cause({ type: 'xstate.error.actor.perform', error: stale(9) });
  await live.cause({ type: 'command.keepMine', words: { count: 7 }, key: 'k-2' });
  // with what was put together of both sides
  expect(sentBy(live)).toMatchObject({ version: 9, command: { reason: 'meniki', count: 7 } });
  await live.cause({ type: 'xstate.error.actor.perform', error: stale(10) });
  await live.cause({ type: 'command.takeTheirs' });
  // a command without words of its own follows what the person sees now
  await live.cause({ type: 'command.ask', command: { type: 'act.complete' } });
  await live.cause({ type: 'subject.read', subject: { ...ACT, version: 11 } });
  await live.cause({ type: 'command.confirm', words: {}, key: 'k-3' });
  expect(sentBy(live).version).toBe(11);
  live.stop();
});

describe('a command that is asked again when somebody was faster', () => {
  const LINE: Subject = { version: 1, allowed: ['line.correct'] };
  const begin = async (of?: Subject) => {
    const live = begun();
    await live.cause({
      type: 'command.ask',
      command: { type: 'line.correct', onStale: 'askAgain', ...(of && { of }) },
    });
    await live.cause({ type: 'command.confirm', words: { count: 13 }, key: 'k-1' });
    return live;
  };

  it.each([
    ['the part that it is about', LINE],
    ['the document', undefined],
  ] as const)('goes on top of %s as it is stored now, and loses no words', async (_, of) => {
    const live = await begin(of);
    await live.cause({ type: 'xstate.error.actor.perform', error: stale(4) });
    expect(live.snapshot.matches('asking')).toBe(true);
    expect(live.snapshot.context).toMatchObject({ command: { count: 13 }, refusal: { current: { version: 4 } } });
    await live.cause({ type: 'command.confirm', words: { count: 33 }, key: 'k-2' });
    expect(sentBy(live)).toMatchObject({ version: 4, key: 'k-2', command: { count: 33 } });
    expect(live.snapshot.context.refusal).toBeNull();
    live.stop();
  });

  it('is rejected when nothing is stored to ask about any more', async () => {
    const live = await begin(LINE);
    await live.cause({ type: 'xstate.error.actor.perform', error: stale(null) });
    expect(live.snapshot.matches({ ready: 'rejected' })).toBe(true);
    expect(live.snapshot.context.command).toMatchObject({ of: LINE });
    live.stop();
  });
});

it('begins idle, about what the window knows', () => {
  const snapshot = createActor(commandMachine, { input: { subject: ACT } })
    .start()
    .getSnapshot();
  expect(snapshot.value).toEqual({ ready: 'idle' });
  expect(snapshot.context).toEqual({ subject: ACT, command: null, key: '', refusal: null });
});
