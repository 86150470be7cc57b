import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromPromise, SimulatedClock } from 'xstate';
import {
  type InvoiceWorkspaceContext,
  type InvoiceWorkspaceEmitted,
  invoiceWorkspaceMachine,
  type PerformInput,
  type SavedLine,
  type SaveLineInput,
} from '../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import { invoiceWorkspaceModel, MODEL_LINE } from '../../machines/invoiceWorkspace/invoiceWorkspace.model.ts';
import {
  bodyOf,
  changed,
  figuresOf,
  isReady,
  missingIn,
  productOf,
  rulePrice,
} from '../../machines/invoiceWorkspace/lines.ts';
import { RefusedError } from '../../machines/kit/refusal.ts';
import { Live, runModelFloor, type World } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as InvoiceWorkspaceContext;

function nothingPending(snapshot: AnyMachineSnapshot, world: World): void {
  expect(of(snapshot).deed).toBeNull();
  expect(of(snapshot).refusal).toBeNull();
  expect(world.running).not.toContain('perform');
  expect(snapshot.hasTag('busy')).toBe(false);
}

const EMITS: Readonly<Record<string, string>> = {
  'deed.done': 'invoice.changed',
  'xstate.done.actor.perform': 'invoice.changed',
  'deed.takeTheirs': 'theirs.taken',
  'conflict.takeTheirs': 'theirs.taken',
};

runModelFloor('invoiceWorkspace', invoiceWorkspaceModel, {
  emits(_, { type, output }) {
    if (type === 'xstate.done.actor.saveLine') return [output.line === null ? 'line.gone' : 'line.saved'];
    return EMITS[type] === undefined ? [] : [EMITS[type]];
  },
  states: {
    'deeds.ready.browsing': nothingPending,
    'deeds.ready.refused'(snapshot) {
      expect(of(snapshot).refusal?.kind).toBe('refused');
      expect(of(snapshot).deed).not.toBeNull();
      expect(snapshot.can({ type: 'deed.retry' })).toBe(false);
    },
    'deeds.ready.failed'(snapshot) {
      expect(of(snapshot).refusal?.kind).toBe('failed');
      expect(snapshot.can({ type: 'deed.retry' })).toBe(true);
      expect(of(snapshot).key).not.toBe('');
    },
    'deeds.asking'(snapshot, world) {
      expect(of(snapshot).asked).toBe(true);
      expect(world.running).not.toContain('perform');
    },
    'deeds.performing'(snapshot, world) {
      const { deed, key } = of(snapshot);
      expect(snapshot.can({ type: 'deed.close' })).toBe(false);
      const input = world.inputOf('perform') as PerformInput;
      expect(input).toMatchObject({ invoiceId: 12, deed, key });
      if (world.event?.type === 'deed.confirm') {
        expect(input.key).toBe(world.event.key);
        expect(input.deed).toMatchObject(world.event.words);
      }
      // who keeps the own head sends it on top of what stands there now
      if (world.event?.type === 'deed.keepMine') expect(input.version).toBe(8);
    },
    'deeds.conflicted'(snapshot) {
      expect(of(snapshot).refusal?.current?.head.comment).toBe('Boshqa izoh');
      expect(snapshot.can({ type: 'deed.confirm', words: {}, key: 'k' })).toBe(false);
    },
    'lines.resting'(snapshot, world) {
      const { drafts, sent } = of(snapshot);
      expect(sent).toBeNull();
      expect(Object.values(drafts).some(isReady)).toBe(false);
      expect(world.running).not.toContain('saveLine');
      // nobody hands over what is not saved
      const send = { type: 'deed.ask', deed: { type: 'invoice.send' } };
      if (Object.keys(drafts).length > 0) expect(snapshot.can(send)).toBe(false);
    },
    'lines.saving'(snapshot, world) {
      const { draft } = world.inputOf('saveLine') as SaveLineInput;
      expect(draft).toEqual(of(snapshot).sent);
      expect(draft === null || isReady(draft)).toBe(true);
      if (world.event?.type === 'conflict.resolve') expect(draft).toMatchObject({ version: 7, figures: { count: 6 } });
      if (world.event?.type === 'line.accept') expect(draft?.check).toBe(false);
      if (world.event?.type === 'edit.undo') expect(draft?.undoing).toBe(true);
    },
    'lines.waiting'(snapshot) {
      expect(snapshot.hasTag('offline')).toBe(true);
      expect(of(snapshot).failure?.kind).toBe('failed');
      expect(Object.keys(of(snapshot).drafts)).toHaveLength(1);
    },
  },
  delays: { retryDelay: 5_000 },
});

const settle = () => new Promise((done) => setImmediate(done));
const invoice = { version: 3, allowed: ['line.add', 'line.change', 'invoice.send'] };
const key = String(MODEL_LINE.id);

function begin(save: (input: SaveLineInput) => Promise<SavedLine>) {
  const machine = invoiceWorkspaceMachine.provide({
    actors: { saveLine: fromPromise<SavedLine, SaveLineInput>(({ input }) => save(input)) },
  });
  const clock = new SimulatedClock();
  const actor = createActor(machine, { input: { invoiceId: 12, invoice }, clock }).start();
  const told: InvoiceWorkspaceEmitted[] = [];
  actor.on('*', (event) => told.push(event));
  return { actor, told, clock };
}

/** A server that keeps what it is sent. */
function keeping() {
  const sent: SaveLineInput[] = [];
  let version = MODEL_LINE.version;
  return {
    sent,
    async save(input: SaveLineInput): Promise<SavedLine> {
      sent.push(structuredClone(input));
      const { draft } = input;
      version += 1;
      if (!draft || draft.removed) return { line: null, invoice };
      const body = bodyOf(draft);
      if (!body) throw new Error('sent without its figures');
      const { selling_price_overridden: _, check: __, ...rest } = body;
      return { line: { ...MODEL_LINE, ...rest, id: draft.lineId ?? 99, version }, invoice };
    },
  };
}

it('what is corrected after a refusal is what is sent', async () => {
  const live = new Live(
    invoiceWorkspaceMachine,
    { invoiceId: 12, invoice: { version: 3, allowed: ['line.correct'] } },
    {},
  );
  await live.cause({ type: 'deed.ask', deed: { type: 'line.correct', line: { id: 1, version: 1, title: 'Tovar' } } });
  for (const [at, count] of [4, 3].entries()) {
    await live.cause({ type: 'deed.confirm', words: { count }, key: `k-${at}` });
    expect(live.world.inputOf('perform')).toMatchObject({ deed: { count }, key: `k-${at}` });
    const words = { message: '', code: '', requestId: '', errors: {}, lines: [], current: null };
    await live.cause({ type: 'xstate.error.actor.perform', error: new RefusedError({ kind: 'refused', ...words }) });
  }
  live.stop();
});

it('knows the invoice that a pasted list left', async () => {
  const live = new Live(invoiceWorkspaceMachine, { invoiceId: 12, invoice: { version: 3, allowed: [] } }, {});
  await live.cause({ type: 'lines.pasted', lines: [MODEL_LINE], invoice: { version: 9, allowed: ['invoice.send'] } });
  expect(of(live.snapshot).invoice).toEqual({ version: 9, allowed: ['invoice.send'] });
  live.stop();
});

describe('lines', () => {
  it('are sent one after another in the order of their last change', async () => {
    const server = keeping();
    const { actor } = begin(server.save);
    const other = { ...MODEL_LINE, id: 2 };
    actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: 6 }, idem: 'a' });
    actor.send({ type: 'line.edit', line: other, key: '2', change: { count: 8 }, idem: 'b' });
    for (let at = 0; at < 3; at += 1) await settle();
    expect(server.sent.map(({ draft }) => [draft?.lineId, draft?.figures.count, draft?.idem])).toEqual([
      [1, 6, 'a'],
      [2, 8, 'b'],
    ]);
    expect(actor.getSnapshot().context.drafts).toEqual({});
  });

  it('that change while they are on their way are sent again, on top of what was saved', async () => {
    const server = keeping();
    const { actor } = begin(server.save);
    actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: 6 }, idem: 'a' });
    actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: 7 }, idem: 'b' });
    for (let at = 0; at < 3; at += 1) await settle();
    expect(server.sent.map(({ draft }) => [draft?.version, draft?.figures.count, draft?.idem])).toEqual([
      [1, 6, 'a'],
      [2, 7, 'b'],
    ]);
  });

  it('typed back to what is saved are not sent at all', async () => {
    const server = keeping();
    const { actor } = begin(server.save);
    actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: null }, idem: 'a' });
    actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: MODEL_LINE.count }, idem: 'b' });
    await settle();
    expect(server.sent).toEqual([]);
    expect(actor.getSnapshot().context.drafts).toEqual({});
  });

  it('that are refused stay with their reason, and the others go on', async () => {
    const server = keeping();
    const { actor } = begin(async (input) => {
      if (input.draft?.lineId === 1 && server.sent.length === 0) {
        server.sent.push(input);
        throw new RefusedError({
          kind: 'refused',
          message: 'Xato',
          code: 'validation',
          requestId: '',
          errors: { count: ['Koʻp'] },
          lines: [],
          current: null,
        });
      }
      return server.save(input);
    });
    actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: 6 }, idem: 'a' });
    actor.send({ type: 'line.edit', line: { ...MODEL_LINE, id: 2 }, key: '2', change: { count: 8 }, idem: 'b' });
    for (let at = 0; at < 4; at += 1) await settle();
    const { drafts } = actor.getSnapshot().context;
    expect(Object.keys(drafts)).toEqual(['1']);
    expect(drafts['1']).toMatchObject({ faults: { count: ['Koʻp'] }, figures: { count: 6 } });
    actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: 4 }, idem: 'c' });
    await settle();
    await settle();
    expect(actor.getSnapshot().context.drafts).toEqual({});
  });

  it('are kept and sent again under the same key when the server does not answer', async () => {
    const idems: (string | undefined)[] = [];
    const server = keeping();
    const { actor, clock } = begin(async (input) => {
      idems.push(input.draft?.idem);
      if (idems.length === 1) throw new TypeError('network');
      return server.save(input);
    });
    actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: 6 }, idem: 'a' });
    await settle();
    expect(actor.getSnapshot().hasTag('offline')).toBe(true);
    clock.increment(5_000);
    await settle();
    await settle();
    expect(idems).toEqual(['a', 'a']);
    expect(actor.getSnapshot().context.failure).toBeNull();
  });

  it.each(['asked for', 'in time'] as const)(
    'sends nothing, %s, when the change was given up meanwhile',
    async (how) => {
      let sent = 0;
      const { actor, clock } = begin(async () => {
        sent += 1;
        throw new TypeError('network');
      });
      actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: 6 }, idem: 'a' });
      await settle();
      actor.send({ type: 'line.revert', key });
      if (how === 'in time') clock.increment(5_000);
      else actor.send({ type: 'lines.retry' });
      await settle();
      expect(actor.getSnapshot().matches({ lines: 'resting' })).toBe(true);
      expect(sent).toBe(1);
    },
  );

  it('are taken back step by step: an edit, a removal, an added line', async () => {
    const server = keeping();
    const { actor } = begin(server.save);
    const product = productOf(MODEL_LINE);
    actor.send({ type: 'line.add', key: 'n', product, figures: figuresOf(MODEL_LINE), idem: 'n' });
    await settle();
    await settle();
    actor.send({ type: 'line.edit', line: MODEL_LINE, key, change: { count: 6 }, idem: 'a' });
    await settle();
    await settle();
    actor.send({ type: 'line.remove', line: { ...MODEL_LINE, version: 3 }, key, idem: 'b' });
    await settle();
    await settle();
    const kinds = () => actor.getSnapshot().context.undo.map(({ kind }) => kind);
    expect(kinds()).toEqual(['remove', 'edit', 'add']);
    for (const lines of [[], [{ ...MODEL_LINE, id: 1, version: 9, count: 6 }], [{ ...MODEL_LINE, id: 99 }]]) {
      actor.send({ type: 'edit.undo', lines, idem: `u${lines.length}` });
      await settle();
      await settle();
    }
    expect(kinds()).toEqual([]);
    expect(server.sent.slice(3).map(({ draft }) => [draft?.lineId, draft?.removed, draft?.figures.count])).toEqual([
      [null, false, 5],
      [1, false, 5],
      [99, true, 5],
    ]);
  });
});

describe('figures', () => {
  const figures = figuresOf(MODEL_LINE);

  it('pull the price along while it is the rule’s', () => {
    const next = changed(figures, { value: 200_000 });
    expect(next).toMatchObject({ selling_price: 250_000, overridden: false });
    expect(changed(next, { value: null }).selling_price).toBeNull();
  });

  it('leave a price alone that was set by hand, until it is emptied', () => {
    const own = changed(figures, { selling_price: 155_000 });
    expect(own).toMatchObject({ selling_price: 155_000, overridden: true });
    expect(changed(own, { value: 200_000 })).toMatchObject({ selling_price: 155_000, overridden: true });
    expect(changed(own, { selling_price: null })).toMatchObject({ selling_price: 130_000, overridden: false });
    expect(changed(figures, { selling_price: rulePrice(figures) }).overridden).toBe(false);
  });

  it('are sent only when none is missing', () => {
    expect(missingIn({ ...figures, value: null, count: 0 })).toEqual(['value', 'count']);
    expect(bodyOf({ product: productOf(MODEL_LINE), figures: { ...figures, value: null }, check: true })).toBeNull();
    expect(bodyOf({ product: productOf(MODEL_LINE), figures, check: true })).toMatchObject({
      product_variant_id: 1,
      value: 100_000,
      selling_price: 130_000,
      selling_price_overridden: false,
      check: true,
    });
  });
});
