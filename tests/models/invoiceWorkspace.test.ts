import { describe, expect, it, vi } from 'vitest';
import { type AnyMachineSnapshot, createActor, fromPromise, SimulatedClock } from 'xstate';
import type { InputProduct } from '../../contract/invoices/lines.ts';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import type { Subject } from '../../machines/command/command.machine.ts';
import { gridRows, type SavedLine } from '../../machines/invoiceWorkspace/drafts.ts';
import {
  type FindCodeInput,
  type FoundCode,
  type InvoiceWorkspaceContext,
  type InvoiceWorkspaceEmitted,
  type InvoiceWorkspaceEvent,
  invoiceWorkspaceMachine,
  type SaveLineInput,
} from '../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import { invoiceWorkspaceModel, MODEL_LINE } from '../../machines/invoiceWorkspace/invoiceWorkspace.model.ts';
import {
  bodyOf,
  changed,
  figuresOf,
  isReady,
  type LineChange,
  type LineDraft,
  type LineFigures,
  marksOnly,
  missingIn,
  productOf,
  rulePrice,
} from '../../machines/invoiceWorkspace/lines.ts';
import { lostByRedo, lostByUndo, numbersOn } from '../../machines/invoiceWorkspace/numbers.ts';
import { Live, runModelLayer } from './kit.ts';

const of = (snapshot: AnyMachineSnapshot) => snapshot.context as InvoiceWorkspaceContext;

const EMITS: Readonly<Record<string, string>> = {
  'conflict.takeTheirs': 'theirs.taken',
  'line.add': 'line.pointed',
};

runModelLayer('invoiceWorkspace', invoiceWorkspaceModel, {
  emits(_, { type, output, error }, before) {
    const { sent } = of(before);
    const pointed = { type: 'line.pointed', key: expect.stringMatching(/./) };
    if (type === 'xstate.error.actor.saveLine') return error.refusal.code === 'not_found' ? ['lines.old'] : [];
    if (type === 'xstate.done.actor.saveLine')
      return output.line === null
        ? [{ type: 'line.gone', lineId: sent?.lineId }]
        : [{ type: 'line.saved', key: sent?.key, line: output.line }];
    if (type === 'xstate.done.actor.findCode') return output.kind === 'product' ? [pointed] : [];
    if (EMITS[type] === 'line.pointed') return [pointed];
    return EMITS[type] === undefined ? [] : [EMITS[type]];
  },
  states: {
    'lines.resting'(snapshot, world) {
      const { drafts, sent } = of(snapshot);
      expect(sent).toBeNull();
      expect(Object.values(drafts).some(isReady)).toBe(false);
      const [draft] = Object.values(drafts);
      // a line that somebody else took off is shown no more; what was typed of it waits under no id
      if (draft?.gone) {
        expect(of(snapshot).lines?.map(({ id }) => String(id))).not.toContain(draft.key);
        expect(draft).toMatchObject({
          lineId: null,
          version: null,
          base: null,
          serials: 0,
          removed: false,
          faults: {},
        });
        expect(snapshot.can({ type: 'line.addAgain', key: draft.key, idem: 'i' })).toBe(true);
      } else if (draft) expect(snapshot.can({ type: 'line.addAgain', key: draft.key, idem: 'i' })).toBe(false);
      expect(world.running).not.toContain('saveLine');
      // nobody hands over what is not saved
      const send = { type: 'command.ask', command: { type: 'invoice.send' } };
      if (Object.keys(drafts).length > 0) expect(snapshot.can(send)).toBe(false);
    },
    'lines.saving'(snapshot, world) {
      const { draft, invoiceId } = world.inputOf('saveLine') as SaveLineInput;
      expect(invoiceId).toBe(12);
      expect(draft).toEqual(of(snapshot).sent);
      expect(draft === null || isReady(draft)).toBe(true);
      if (world.event?.type === 'conflict.resolve') expect(draft).toMatchObject({ version: 7, figures: { count: 6 } });
      if (world.event?.type === 'line.accept') expect(draft?.check).toBe(false);
      if (world.event?.type === 'line.addAgain')
        expect(draft).toMatchObject({ lineId: null, gone: false, idem: 'l-6' });
      if (world.event?.type === 'edit.undo') expect(draft?.undoing).toBe(true);
    },
    'codes.idle'(snapshot, world) {
      expect(world.running).not.toContain('findCode');
      const { codes, lines } = of(snapshot);
      // what is left waits for the person, and nothing is handed over before
      if (lines !== null) expect(codes.every(({ kept }) => kept !== null)).toBe(true);
      if (codes.length > 0)
        expect(snapshot.can({ type: 'command.ask', command: { type: 'invoice.send' } })).toBe(false);
      if (world.event?.type === 'xstate.error.actor.findCode') expect(codes[0]).toMatchObject({ words: 'refused' });
    },
    'codes.looking'(snapshot, world) {
      expect((world.inputOf('findCode') as FindCodeInput).text).toBe(of(snapshot).codes[0]?.text);
      // a code in flight cannot be given up
      expect(snapshot.can({ type: 'code.drop', id: of(snapshot).codes[0]?.id })).toBe(false);
    },
    'codes.waiting'(snapshot) {
      expect(snapshot.hasTag('codesOffline')).toBe(true);
      expect(of(snapshot).codes).toHaveLength(1);
    },
    'lines.waiting'(snapshot) {
      expect(snapshot.hasTag('offline')).toBe(true);
      expect(of(snapshot).failure?.kind).toBe('failed');
      expect(Object.keys(of(snapshot).drafts)).toHaveLength(1);
    },
  },
  delays: { retryDelay: 5_000 },
});

const lineOf = (id: number, more: Partial<InputProduct> = {}): InputProduct => ({
  ...MODEL_LINE,
  id,
  position: id,
  product_variant: { ...MODEL_LINE.product_variant, id },
  ...more,
});

const settle = () => new Promise((done) => setImmediate(done));
const invoice = { version: 3, allowed: ['line.add', 'line.change', 'invoice.send'] };
const key = String(MODEL_LINE.id);
const OTHER = lineOf(2);

function begin(
  save: (input: SaveLineInput) => Promise<SavedLine>,
  lines: readonly InputProduct[] = [MODEL_LINE, OTHER],
  find: () => Promise<FoundCode> = () => new Promise(() => {}),
) {
  const machine = invoiceWorkspaceMachine.provide({
    actors: {
      saveLine: fromPromise<SavedLine, SaveLineInput>(({ input }) => save(input)),
      findCode: fromPromise<FoundCode, FindCodeInput>(find),
    },
  });
  const clock = new SimulatedClock();
  const actor = createActor(machine, { input: { invoiceId: 12, invoice }, clock }).start();
  const emitted: InvoiceWorkspaceEmitted[] = [];
  actor.on('*', (event) => emitted.push(event));
  actor.send({ type: 'lines.read', lines });
  return { actor, emitted, clock };
}

/** A server that keeps what it is sent. */
function keeping() {
  const sent: SaveLineInput[] = [];
  let version = MODEL_LINE.version;
  let ids = 99;
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
      const id = draft.lineId ?? ids++;
      return { line: { ...lineOf(draft.product.id), ...rest, id, position: draft.position, version }, invoice };
    },
  };
}

/** What an actor rejects with; `refused` without messages by default. */
const refused = <Current = never>(what: Partial<Refusal<Current>> = {}) =>
  new RefusedError<Current>({
    kind: 'refused',
    message: '',
    code: '',
    requestId: '',
    errors: {},
    lines: [],
    current: null,
    ...what,
  });

it('distinguishes a change of labels alone from a change of figures', () => {
  const base = figuresOf(lineOf(1, {}));
  const draft = (change: Partial<LineFigures>, more: Partial<LineDraft> = {}) =>
    marksOnly({ base, figures: { ...base, ...change }, removed: false, ...more } as LineDraft);
  expect(draft({ print: !base.print })).toBe(true);
  expect(draft({ print_count: base.print_count + 1 })).toBe(true);
  expect(draft({ print: !base.print, count: 77 })).toBe(false);
  expect(draft({ print: !base.print }, { base: null })).toBe(false);
  expect(draft({}, { removed: true })).toBe(false);
});

describe('the child that sends commands', () => {
  const begun = () => {
    const saveLine = fromPromise<SavedLine, SaveLineInput>(async () => ({
      line: { ...MODEL_LINE, count: 6, version: 2 },
      invoice: { version: 7, allowed: ['invoice.send'] },
    }));
    const machine = invoiceWorkspaceMachine.provide({ actors: { saveLine } });
    const actor = createActor(machine, { input: { invoiceId: 12, invoice } }).start();
    actor.send({ type: 'lines.read', lines: [MODEL_LINE] });
    const child = () => actor.getSnapshot().children.command?.getSnapshot();
    return { actor, child, known: (): Subject | undefined => child()?.context.subject };
  };

  it('knows the invoice as the window was opened with it, as a saved line left it, and as a pasted list did', async () => {
    const { actor, known } = begun();
    expect(known()).toEqual(invoice);
    actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
    await settle();
    expect(known()).toEqual({ version: 7, allowed: ['invoice.send'] });
    const left = { version: 9, allowed: ['line.add'] };
    actor.send({ type: 'lines.pasted', lines: [OTHER], invoice: left });
    expect(known()).toEqual(left);
  });

  it('is asked about sending once all is saved, about the rest at any time', () => {
    const { actor, child } = begun();
    actor.send({ type: 'line.edit', key, change: { count: null }, idem: 'a' });
    actor.send({ type: 'command.ask', command: { type: 'invoice.send', onStale: 'askAgain' } });
    expect(child()?.matches({ ready: 'idle' })).toBe(true);
    actor.send({
      type: 'command.ask',
      command: { type: 'line.correct', of: { version: 1, allowed: ['line.correct'] } },
    });
    expect(child()?.matches('asking')).toBe(true);
    actor.getSnapshot().children.command?.send({ type: 'command.close' });
    actor.send({ type: 'line.revert', key });
    actor.send({ type: 'command.ask', command: { type: 'invoice.send', onStale: 'askAgain' } });
    expect(child()?.context.command).toEqual({ type: 'invoice.send', onStale: 'askAgain' });
  });
});

describe('lines', () => {
  it('are sent one after another in the order of their last change', async () => {
    const server = keeping();
    const { actor } = begin(server.save);
    actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
    actor.send({ type: 'line.edit', key: '2', change: { count: 8 }, idem: 'b' });
    for (let at = 0; at < 3; at += 1) await settle();
    expect(server.sent.map(({ draft }) => [draft?.lineId, draft?.figures.count, draft?.idem])).toEqual([
      [1, 6, 'a'],
      [2, 8, 'b'],
    ]);
    expect(actor.getSnapshot().context.drafts).toEqual({});
  });

  it('that change while they are being sent are sent again, on top of what was saved', async () => {
    const server = keeping();
    const { actor } = begin(server.save);
    actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
    actor.send({ type: 'line.edit', key, change: { count: 7 }, idem: 'b' });
    for (let at = 0; at < 3; at += 1) await settle();
    expect(server.sent.map(({ draft }) => [draft?.version, draft?.figures.count, draft?.idem])).toEqual([
      [1, 6, 'a'],
      [2, 7, 'b'],
    ]);
  });

  it('typed back to what is saved are not sent at all', async () => {
    const server = keeping();
    const { actor } = begin(server.save);
    actor.send({ type: 'line.edit', key, change: { count: null }, idem: 'a' });
    actor.send({ type: 'line.edit', key, change: { count: MODEL_LINE.count }, idem: 'b' });
    await settle();
    expect(server.sent).toEqual([]);
    expect(actor.getSnapshot().context.drafts).toEqual({});
  });

  it('that are refused stay with their reason, and the others go on', async () => {
    const server = keeping();
    const { actor } = begin(async (input) => {
      if (input.draft?.lineId === 1 && server.sent.length === 0) {
        server.sent.push(input);
        throw refused({ message: 'Xato', errors: { count: ['Koʻp'] } });
      }
      return server.save(input);
    });
    actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
    actor.send({ type: 'line.edit', key: '2', change: { count: 8 }, idem: 'b' });
    for (let at = 0; at < 4; at += 1) await settle();
    const { drafts } = actor.getSnapshot().context;
    expect(Object.keys(drafts)).toEqual(['1']);
    expect(drafts['1']).toMatchObject({ faults: { count: ['Koʻp'] }, figures: { count: 6 } });
    actor.send({ type: 'line.edit', key, change: { count: 4 }, idem: 'c' });
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
    actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
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
      actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
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
    const product = productOf(lineOf(3));
    actor.send({ type: 'line.add', key: 'n', product, figures: figuresOf(MODEL_LINE), exact: false, idem: 'n' });
    await settle();
    await settle();
    actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
    await settle();
    await settle();
    actor.send({ type: 'line.remove', key: '2', idem: 'b' });
    await settle();
    await settle();
    const kinds = () => actor.getSnapshot().context.undo.map(({ kind }) => kind);
    expect(kinds()).toEqual(['remove', 'edit', 'add']);
    for (const at of [1, 2, 3]) {
      actor.send({ type: 'edit.undo', idem: `u${at}` });
      await settle();
      await settle();
    }
    expect(kinds()).toEqual([]);
    expect(
      server.sent.slice(3).map(({ draft }) => [draft?.lineId, draft?.removed, draft?.position, draft?.figures.count]),
    ).toEqual([
      [null, false, 2, 5],
      [1, false, 1, 5],
      [99, true, 3, 5],
    ]);
  });
});

describe('taking back', () => {
  const rest = async () => {
    for (let at = 0; at < 6; at += 1) await settle();
  };
  const started = async (lines?: readonly InputProduct[]) => {
    const server = keeping();
    const { actor } = begin(server.save, lines);
    let idems = 0;
    const undo = async () => {
      actor.send({ type: 'edit.undo', idem: `u${++idems}` });
      await rest();
    };
    const edit = async (one: string, change: LineChange) => {
      actor.send({ type: 'line.edit', key: one, change, idem: `e${++idems}` });
      await rest();
    };
    const add = (one: string, id: number, figures: Partial<LineFigures> = {}) =>
      actor.send({
        type: 'line.add',
        key: one,
        product: productOf(lineOf(id)),
        figures: { ...figuresOf(MODEL_LINE), value: null, selling_price: null, ...figures },
        exact: false,
        idem: one,
      });
    const rows = () => gridRows(actor.getSnapshot().context).map(({ key: one, figures }) => [one, figures.count]);
    return { server, actor, undo, edit, add, rows };
  };

  it('goes from the last change to the first, what is not saved before what is', async () => {
    const { actor, undo, edit, add, rows } = await started();
    await edit(key, { count: 7 });
    add('n', 3);
    await edit('n', { count: 9 });
    await edit('2', { count: 4 });
    const at = [
      ['1', 7],
      ['2', 4],
      ['n', 9],
    ];
    expect(rows()).toEqual(at);
    // the new line has no price yet: it is not saved
    await undo();
    expect(rows()).toEqual([at[0], at[1], ['n', 5]]);
    await undo();
    expect(rows()).toEqual([at[0], at[1]]);
    await undo();
    expect(rows()).toEqual([at[0], ['2', 5]]);
    await undo();
    expect(rows()).toEqual([
      ['1', 5],
      ['2', 5],
    ]);
    expect(actor.getSnapshot().can({ type: 'edit.undo', idem: 'x' })).toBe(false);
  });

  it('brings back a line that was taken out before it was saved', async () => {
    const { actor, undo, edit, add, rows } = await started();
    add('n', 3);
    await edit('n', { count: 9 });
    actor.send({ type: 'line.remove', key: 'n', idem: 'r' });
    expect(rows()).toHaveLength(2);
    await undo();
    expect(rows()[2]).toEqual(['n', 9]);
  });

  it('of a saved change leaves what others wrote beside it, and the price follows', async () => {
    const { server, actor, undo, edit } = await started();
    await edit(key, { value: 200_000, count: 7 });
    const [mine] = actor.getSnapshot().context.lines ?? [];
    const theirs = { ...(mine as InputProduct), count: 40, no_cash: 100, version: 50 };
    const figures = changed(figuresOf(theirs), {});
    const read = { ...theirs, selling_price: figures.selling_price ?? 0 };
    actor.send({ type: 'lines.read', lines: [read, OTHER] });
    await undo();
    const sent = server.sent.at(-1)?.draft;
    expect(sent).toMatchObject({ version: 50, figures: { value: 100_000, count: 40, no_cash: 100 } });
    expect(sent?.figures.selling_price).toBe(rulePrice({ ...figures, value: 100_000 }));
  });

  it('of a saved line that was removed asks about no warning that was accepted with it', async () => {
    const { server, actor, undo } = await started();
    actor.send({ type: 'line.remove', key, idem: 'r' });
    await settle();
    await settle();
    await undo();
    expect(server.sent.at(-1)?.draft).toMatchObject({ removed: false, lineId: null, check: false });
  });

  it('leaves a field that somebody else has written since', async () => {
    const { server, actor, undo, edit } = await started();
    await edit(key, { count: 7 });
    const [mine] = actor.getSnapshot().context.lines ?? [];
    actor.send({ type: 'lines.read', lines: [{ ...(mine as InputProduct), count: 40, version: 50 }, OTHER] });
    await undo();
    expect(server.sent).toHaveLength(1);
    expect(actor.getSnapshot().context.drafts).toEqual({});
  });

  it('of a line in flight is sent after it, and leaves nothing to take back', async () => {
    const { server, actor, undo } = await started();
    actor.send({ type: 'line.edit', key, change: { count: 7 }, idem: 'a' });
    await undo();
    expect(server.sent.map(({ draft }) => draft?.figures.count)).toEqual([7, 5]);
    expect(actor.getSnapshot().context.undo).toEqual([]);
  });

  it('of a removal in flight brings the line again as a new one', async () => {
    const { server, actor, undo, rows } = await started();
    actor.send({ type: 'line.remove', key, idem: 'a' });
    await undo();
    expect(server.sent.map(({ draft }) => [draft?.removed, draft?.lineId])).toEqual([
      [true, 1],
      [false, null],
    ]);
    expect(rows()[0]).toEqual([key, 5]);
  });

  it('goes on before a removal that was taken back: the line is known by its key', async () => {
    const { actor, undo, edit, rows } = await started();
    await edit(key, { count: 7 });
    actor.send({ type: 'line.remove', key, idem: 'r' });
    await settle();
    await settle();
    expect(rows()).toEqual([['2', 5]]);
    await undo();
    expect(rows()[0]).toEqual([key, 7]);
    await undo();
    expect(rows()[0]).toEqual([key, 5]);
  });
});

describe('doing again', () => {
  const rest = async () => {
    for (let at = 0; at < 12; at += 1) await settle();
  };
  const started = (lines?: readonly InputProduct[]) => {
    const server = keeping();
    const { actor } = begin(server.save, lines);
    let idems = 0;
    const redoing = (): InvoiceWorkspaceEvent => ({ type: 'edit.redo', idem: `r${++idems}` });
    const undo = () => actor.send({ type: 'edit.undo', idem: `u${++idems}` });
    const redo = () => actor.send(redoing());
    const edit = (one: string, change: LineChange) =>
      actor.send({ type: 'line.edit', key: one, change, idem: `e${++idems}` });
    const rows = () =>
      gridRows(actor.getSnapshot().context).flatMap(({ key: one, figures, draft }) =>
        draft?.removed ? [] : [[one, figures.count]],
      );
    const mayRedo = () => actor.getSnapshot().can(redoing());
    const settled = () => expect(actor.getSnapshot().context.drafts).toEqual({});
    return { server, actor, undo, redo, edit, rows, mayRedo, settled };
  };
  const AT_FIRST = [
    ['1', 5],
    ['2', 5],
  ];

  it('brings a pasted list back as a whole, each line in its place, and takes it away as a whole again', async () => {
    const { server, actor, undo, redo, rows, mayRedo, settled } = started();
    // more lines than steps are kept
    const pasted = Array.from({ length: 60 }, (_, at) => lineOf(at + 10));
    actor.send({ type: 'lines.pasted', lines: pasted, invoice });
    const all = rows();
    expect(mayRedo()).toBe(false);
    for (const round of [1, 2]) {
      undo();
      await vi.waitFor(() => expect(server.sent).toHaveLength(120 * round - 60));
      await rest();
      expect(rows()).toEqual(AT_FIRST);
      redo();
      await vi.waitFor(() => expect(server.sent).toHaveLength(120 * round));
      await rest();
      expect(rows()).toEqual(all);
      expect(mayRedo()).toBe(false);
    }
    expect(server.sent.at(-60)?.draft).toMatchObject({ lineId: null, position: 10, removed: false });
    expect(new Set(server.sent.map(({ draft }) => draft?.idem)).size).toBe(server.sent.length);
    settled();
  });

  it('takes back and brings back what was just undone as one, wherever its lines are on their way', async () => {
    const { server, actor, undo, redo, rows, settled } = started();
    actor.send({ type: 'lines.pasted', lines: [lineOf(10), lineOf(11), lineOf(12)], invoice });
    undo();
    // one is being sent, the others are not: they keep their ids
    redo();
    await rest();
    expect(rows()).toEqual([...AT_FIRST, ['10', 5], ['11', 5], ['12', 5]]);
    expect(server.sent.map(({ draft }) => [draft?.key, draft?.removed])).toEqual([
      ['10', true],
      ['10', false],
    ]);
    undo();
    await rest();
    expect(rows()).toEqual(AT_FIRST);
    settled();
  });

  it('goes from the first undone to the last, saved or not, the youngest change of any line first', async () => {
    const { undo, redo, edit, rows, mayRedo } = started();
    edit('1', { count: 7 });
    await rest();
    // without a price nothing of them is saved
    edit('1', { value: null });
    edit('2', { value: null });
    edit('1', { count: 8 });
    edit('2', { count: 9 });
    const steps = [rows()];
    for (let at = 0; at < 5; at += 1) {
      undo();
      await rest();
      steps.push(rows());
    }
    expect(steps.map((step) => step.map(([, count]) => count))).toEqual([
      [8, 9],
      [8, 5],
      [7, 5],
      [7, 5],
      [7, 5],
      [5, 5],
    ]);
    for (const step of steps.slice(0, -1).reverse()) {
      expect(mayRedo()).toBe(true);
      redo();
      await rest();
      expect(rows()).toEqual(step);
    }
    expect(mayRedo()).toBe(false);
  });

  it('asks again about figures that the server warned of and nobody accepted, and about no others', async () => {
    const server = keeping();
    const save = async (input: SaveLineInput) => {
      if (input.draft?.check && (input.draft.figures.count ?? 0) > 10) {
        server.sent.push(input);
        throw refused<InputProduct>({ code: 'warnings', message: 'more than the limit' });
      }
      return server.save(input);
    };
    const { actor } = begin(save);
    let idems = 0;
    const send = async (event: InvoiceWorkspaceEvent) => {
      actor.send(event);
      await rest();
    };
    const edit = (count: number) => send({ type: 'line.edit', key: '1', change: { count }, idem: `e${++idems}` });
    const take = (way: 'undo' | 'redo') => send({ type: `edit.${way}`, idem: `t${++idems}` });
    const last = () => server.sent.at(-1)?.draft;
    const draft = () => actor.getSnapshot().context.drafts['1'];
    await edit(12);
    expect(draft()).toMatchObject({ warned: true, figures: { count: 12 } });
    await take('undo');
    expect(draft()).toBeUndefined();
    await take('redo');
    expect(last()).toMatchObject({ check: true, figures: { count: 12 } });
    expect(draft()).toMatchObject({ warned: true, figures: { count: 12 } });
    await send({ type: 'line.accept', key: '1', idem: 'a' });
    expect(draft()).toBeUndefined();
    await take('undo');
    await take('redo');
    expect(last()).toMatchObject({ check: false, figures: { count: 12 } });
    expect(draft()).toBeUndefined();
    // taken back before the server has warned of it
    actor.send({ type: 'line.edit', key: '1', change: { count: 20 }, idem: 'q' });
    const sent = server.sent.length;
    await take('undo');
    expect(draft()).toBeUndefined();
    expect(server.sent.length - sent).toBe(0);
    await take('redo');
    expect(draft()).toMatchObject({ warned: true, figures: { count: 20 } });
    // the same over a figure that waits to be accepted: that stands again, and neither is saved unasked
    actor.send({ type: 'line.edit', key: '1', change: { count: 30 }, idem: 'r' });
    await take('undo');
    expect(draft()).toMatchObject({ warned: true, check: true, figures: { count: 20 } });
    await take('redo');
    expect(draft()).toMatchObject({ warned: true, check: true, figures: { count: 30 } });
    await take('undo');
    await take('undo');
    expect(draft()).toBeUndefined();
    const unasked = server.sent.filter(({ draft: one }) => one?.check === false);
    expect(unasked.map(({ draft: one }) => one?.figures.count)).toEqual([12, 5, 12]);
  });

  it('brings back what was given up of a line, to be asked about again, and not once the line is another', async () => {
    const server = keeping();
    const { actor } = begin(async (input: SaveLineInput) => {
      if (input.draft?.check && (input.draft.figures.count ?? 0) > 10)
        throw refused<InputProduct>({ code: 'warnings', message: 'more than the limit' });
      return server.save(input);
    });
    const send = async (event: InvoiceWorkspaceEvent) => {
      actor.send(event);
      await rest();
    };
    const draft = () => actor.getSnapshot().context.drafts['1'];
    await send({ type: 'line.edit', key: '1', change: { count: 12 }, idem: 'a' });
    await send({ type: 'line.revert', key: '1' });
    expect(draft()).toBeUndefined();
    await send({ type: 'edit.undo', idem: 'b' });
    expect(draft()).toMatchObject({ warned: true, check: true, figures: { count: 12 } });
    await send({ type: 'edit.redo', idem: 'c' });
    expect(draft()).toBeUndefined();
    await send({ type: 'edit.undo', idem: 'd' });
    expect(draft()).toMatchObject({ warned: true, check: true, figures: { count: 12 } });
    expect(server.sent).toEqual([]);
  });

  it('asks again about figures not accepted of a line that comes back after its removal', async () => {
    const server = keeping();
    const { actor } = begin(async (input: SaveLineInput) => {
      if (input.draft?.check && !input.draft.removed && (input.draft.figures.count ?? 0) > 10)
        throw refused<InputProduct>({ code: 'warnings', message: 'more than the limit' });
      return server.save(input);
    });
    const send = async (event: InvoiceWorkspaceEvent) => {
      actor.send(event);
      for (let at = 0; at < 3; at += 1) await settle();
    };
    const draft = () => Object.values(actor.getSnapshot().context.drafts)[0];
    await send({ type: 'line.edit', key: '1', change: { count: 12 }, idem: 'a' });
    // taken back while the removal is being sent
    actor.send({ type: 'line.remove', key: '1', idem: 'b' });
    await send({ type: 'edit.undo', idem: 'c' });
    expect(draft()).toMatchObject({ lineId: null, warned: true, check: true, figures: { count: 12 } });
    await send({ type: 'edit.redo', idem: 'd' });
    expect(draft()).toBeUndefined();
    await send({ type: 'edit.undo', idem: 'e' });
    expect(draft()).toMatchObject({ lineId: null, warned: true, check: true, figures: { count: 12 } });
    expect(server.sent.map(({ draft: one }) => one?.removed)).toEqual([true]);
  });

  it('ends when something new is edited, though the undo is still being sent', async () => {
    const product = productOf(lineOf(3));
    const news: InvoiceWorkspaceEvent[] = [
      { type: 'line.edit', key: '2', change: { count: 8 }, idem: 'n' },
      { type: 'line.remove', key: '2', idem: 'n' },
      { type: 'line.add', key: 'n', product, figures: figuresOf(MODEL_LINE), exact: false, idem: 'n' },
      { type: 'lines.pasted', lines: [lineOf(10)], invoice },
    ];
    for (const event of news) {
      for (const sent of [true, false]) {
        const { actor, undo, edit, mayRedo } = started();
        edit('1', { count: 7 });
        await rest();
        undo();
        if (sent) await rest();
        expect(mayRedo()).toBe(true);
        actor.send(event);
        expect(mayRedo()).toBe(false);
        await rest();
        expect(mayRedo()).toBe(false);
      }
    }
  });

  it('ends when a code adds goods, a line goes in again, or a conflict is decided', async () => {
    const figures = { ...figuresOf(MODEL_LINE), count: 9 };
    const product = productOf(lineOf(3));
    const theirs = lineOf(2, { count: 40, version: 50 });
    const cases: [undefined | Partial<Refusal<InputProduct>>, InvoiceWorkspaceEvent][] = [
      [undefined, { type: 'code.scan', id: 'c', text: '3' }],
      [
        { kind: 'refused', code: 'not_found' },
        { type: 'line.addAgain', key: '2', idem: 'n' },
      ],
      [
        { kind: 'stale', current: theirs },
        { type: 'conflict.resolve', key: '2', figures, idem: 'n' },
      ],
    ];
    for (const [refusal, event] of cases) {
      const server = keeping();
      const save = async (input: SaveLineInput) => {
        if (refusal !== undefined && input.draft?.key === '2') throw refused<InputProduct>(refusal);
        return server.save(input);
      };
      const { actor } = begin(save, undefined, async () => ({ kind: 'product', product, figures, exact: true }));
      actor.send({ type: 'line.edit', key: '2', change: { count: 6 }, idem: 'a' });
      await rest();
      actor.send({ type: 'line.edit', key: '1', change: { count: 7 }, idem: 'b' });
      await rest();
      actor.send({ type: 'edit.undo', idem: 'c' });
      await rest();
      const mayRedo = () => actor.getSnapshot().can({ type: 'edit.redo', idem: 'd' });
      expect(mayRedo()).toBe(true);
      actor.send(event);
      await rest();
      expect(mayRedo(), event.type).toBe(false);
    }
  });

  it('of a change that was undone while it was being sent sends it as it was', async () => {
    const { server, undo, redo, edit, rows, settled, actor } = started();
    edit('1', { count: 7 });
    undo();
    redo();
    await rest();
    expect(rows()[0]).toEqual(['1', 7]);
    expect(server.sent.map(({ draft }) => draft?.figures.count)).toEqual([7]);
    expect(actor.getSnapshot().context.undo).toHaveLength(1);
    settled();
  });

  it('of an undo that is being sent sends the change after it, and can be undone again', async () => {
    const { server, undo, redo, edit, rows, settled } = started();
    edit('1', { count: 7 });
    await rest();
    undo();
    redo();
    await rest();
    expect(server.sent.map(({ draft }) => draft?.figures.count)).toEqual([7, 5, 7]);
    undo();
    await rest();
    expect(rows()).toEqual(AT_FIRST);
    settled();
  });

  it('removes a line again that undo brought back, saved, being sent or never saved', async () => {
    for (const waits of [true, false]) {
      const { actor, undo, redo, rows, settled } = started();
      actor.send({ type: 'line.remove', key: '1', idem: 'x' });
      await rest();
      undo();
      if (waits) await rest();
      expect(rows()).toEqual(AT_FIRST);
      redo();
      await rest();
      expect(rows()).toEqual([['2', 5]]);
      undo();
      await rest();
      expect(rows()).toEqual(AT_FIRST);
      settled();
    }
    const { actor, undo, redo, rows } = started();
    const figures = { ...figuresOf(MODEL_LINE), value: null };
    actor.send({ type: 'line.add', key: 'n', product: productOf(lineOf(3)), figures, exact: false, idem: 'n' });
    actor.send({ type: 'line.remove', key: 'n', idem: 'x' });
    undo();
    expect(rows()[2]).toEqual(['n', 5]);
    redo();
    expect(rows()).toEqual(AT_FIRST);
    undo();
    undo();
    expect(rows()).toEqual(AT_FIRST);
    redo();
    expect(rows()[2]).toEqual(['n', 5]);
  });

  it('leaves a field that somebody else has written since', async () => {
    const { server, actor, undo, redo, edit } = started();
    edit('1', { count: 7 });
    await rest();
    undo();
    await rest();
    const [mine] = actor.getSnapshot().context.lines ?? [];
    actor.send({ type: 'lines.read', lines: [{ ...(mine as InputProduct), count: 40, version: 50 }, OTHER] });
    redo();
    await rest();
    expect(server.sent).toHaveLength(2);
    expect(actor.getSnapshot().context.drafts).toEqual({});
  });

  it('of a line that somebody else saved meanwhile asks, and writes nothing over it', async () => {
    const server = keeping();
    let stale = false;
    const theirs = lineOf(1, { count: 40, version: 50 });
    const { actor } = begin(async (input) => {
      if (stale) throw refused<InputProduct>({ kind: 'stale', current: theirs });
      return server.save(input);
    });
    actor.send({ type: 'line.edit', key, change: { count: 7 }, idem: 'a' });
    await rest();
    actor.send({ type: 'edit.undo', idem: 'b' });
    await rest();
    stale = true;
    actor.send({ type: 'edit.redo', idem: 'c' });
    await rest();
    expect(actor.getSnapshot().context.drafts[key]).toMatchObject({ theirs, figures: { count: 7 } });
    expect(actor.getSnapshot().can({ type: 'edit.redo', idem: 'd' })).toBe(false);
    actor.send({ type: 'edit.undo', idem: 'e' });
    expect(actor.getSnapshot().context.drafts[key]?.theirs).toEqual(theirs);
    // what is theirs stays as it is, and the own figures are no step that undo would bring back
    actor.send({ type: 'conflict.takeTheirs', key });
    expect(actor.getSnapshot().context.drafts).toEqual({});
    expect(actor.getSnapshot().context.undo).toEqual([]);
  });

  it('asks before it removes lines with numbers that were saved meanwhile', async () => {
    const { actor, undo } = started();
    actor.send({ type: 'line.remove', key: '1', idem: 'x' });
    await rest();
    undo();
    await rest();
    const losing = () => lostByRedo(actor.getSnapshot().context).map(({ id }) => id);
    expect(losing()).toEqual([]);
    const lines = (actor.getSnapshot().context.lines ?? []).map((line) =>
      line.id === 2 ? line : { ...line, serials: { saved: 2, needed: 5 }, version: line.version + 1 },
    );
    actor.send({ type: 'lines.read', lines });
    expect(losing()).toEqual([99]);
  });
});

describe('lines and the serial numbers that are saved on them', () => {
  const withSerials = (saved: number, more: Partial<InputProduct> = {}) =>
    lineOf(1, { count: 3, serials: { saved, needed: 3 }, ...more });
  const stale = (current: InputProduct) => refused<InputProduct>({ kind: 'stale', code: 'stale', current });

  it.each(['the cross', 'undo'] as const)('are removed with as many as the person saw: %s', async (how) => {
    const server = keeping();
    const { actor } = begin(server.save, []);
    actor.send({ type: 'lines.pasted', lines: [withSerials(0)], invoice });
    // the person saved two meanwhile and sees them
    actor.send({ type: 'lines.read', lines: [withSerials(2)] });
    if (how === 'undo') actor.send({ type: 'edit.undo', idem: 'u' });
    else actor.send({ type: 'line.remove', key, idem: 'r' });
    await settle();
    expect(server.sent.map(({ draft }) => [draft?.removed, draft?.serials])).toEqual([[true, 2]]);
  });

  it('are removed with those that are seen when they are removed, not when their change began', async () => {
    const server = keeping();
    const { actor } = begin(server.save, [withSerials(0)]);
    actor.send({ type: 'line.edit', key, change: { count: null }, idem: 'a' });
    actor.send({ type: 'lines.read', lines: [withSerials(3)] });
    actor.send({ type: 'line.remove', key, idem: 'r' });
    await settle();
    expect(server.sent.map(({ draft }) => draft?.serials)).toEqual([3]);
  });

  it('ask when others were saved meanwhile; who removes them all the same has seen those', async () => {
    const server = keeping();
    const { actor } = begin(
      async (input) => {
        if (input.draft?.serials !== 3) throw stale(withSerials(3));
        return server.save(input);
      },
      [withSerials(0)],
    );
    actor.send({ type: 'line.remove', key, idem: 'r' });
    await settle();
    const { drafts } = actor.getSnapshot().context;
    expect(drafts[key]).toMatchObject({ removed: true, serials: 0, theirs: { serials: { saved: 3 } } });
    actor.send({ type: 'conflict.resolve', key, figures: figuresOf(withSerials(3)), idem: 's' });
    await settle();
    await settle();
    expect(server.sent.map(({ draft }) => [draft?.removed, draft?.serials, draft?.idem])).toEqual([[true, 3, 's']]);
    expect(gridRows(actor.getSnapshot().context)).toEqual([]);
  });

  it('are counted, with the number of a whole line, before they go: of a line, and of what undo would remove', () => {
    const { actor } = begin(keeping().save, [withSerials(2), lineOf(2, { lot_number: 'L-1' }), lineOf(3)]);
    const losing = () => lostByUndo(actor.getSnapshot().context).map(({ id }) => id);
    expect([withSerials(2), lineOf(2, { lot_number: 'L-1' }), lineOf(3)].map(numbersOn)).toEqual([2, 1, 0]);
    expect(losing()).toEqual([]);
    actor.send({ type: 'lines.pasted', lines: [withSerials(2), lineOf(3)], invoice });
    expect(losing()).toEqual([1]);
    // what was changed last is taken back first
    actor.send({ type: 'line.edit', key: '3', change: { count: null }, idem: 'a' });
    expect(losing()).toEqual([]);
    actor.send({ type: 'edit.undo', idem: 'b' });
    expect(losing()).toEqual([1]);
  });
});

describe('lines that somebody else removed', () => {
  const gone = () => refused({ message: 'Topilmadi.', code: 'not_found' });
  const removedByOthers = (...ids: number[]) => {
    const server = keeping();
    const begun = begin(async (input) => {
      if (ids.includes(input.draft?.lineId ?? 0)) throw gone();
      return server.save(input);
    });
    return { ...begun, server, rows: () => gridRows(begun.actor.getSnapshot().context) };
  };

  it('are simply gone when I removed them too', async () => {
    const { actor, emitted, rows } = removedByOthers(1);
    actor.send({ type: 'line.remove', key, idem: 'r' });
    await settle();
    expect(rows().map((row) => row.key)).toEqual(['2']);
    expect(actor.getSnapshot().context).toMatchObject({ drafts: {}, undo: [], sent: null });
    expect(emitted).toEqual([{ type: 'lines.old' }]);
    // a reading that began before does not bring it back
    actor.send({ type: 'lines.read', lines: [MODEL_LINE, OTHER] });
    expect(rows().map((row) => row.key)).toEqual(['2']);
  });

  it('keep what was typed in place; added again it is a new line under its key', async () => {
    const { actor, server, rows } = removedByOthers(1);
    actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
    await settle();
    expect(rows().map((row) => [row.key, row.line, row.figures.count])).toEqual([
      ['1', null, 6],
      ['2', OTHER, 5],
    ]);
    // typing goes on, nothing is sent before the person decides
    actor.send({ type: 'line.edit', key, change: { count: 7 }, idem: 'b' });
    await settle();
    expect(server.sent).toEqual([]);
    expect(actor.getSnapshot().can({ type: 'command.ask', command: { type: 'invoice.send' } })).toBe(false);
    actor.send({ type: 'line.addAgain', key, idem: 'c' });
    await settle();
    await settle();
    expect(server.sent.map(({ draft }) => [draft?.lineId, draft?.position, draft?.figures.count, draft?.idem])).toEqual(
      [[null, 1, 7, 'c']],
    );
    expect(rows().map((row) => [row.key, row.line?.id])).toEqual([
      ['1', 99],
      ['2', 2],
    ]);
    expect(actor.getSnapshot().context.drafts).toEqual({});
  });

  it.each(['line.revert', 'line.remove'] as const)(
    'leave nothing when what was typed is given up: %s',
    async (type) => {
      const { actor, rows } = removedByOthers(1);
      actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
      await settle();
      actor.send({ type, key, idem: 'b' });
      await settle();
      expect(rows().map((row) => row.key)).toEqual(['2']);
      expect(actor.getSnapshot().context.drafts).toEqual({});
    },
  );

  it('are kept with what was typed while the change was being sent, and not where it was given up', async () => {
    const { actor, rows } = removedByOthers(1, 2);
    actor.send({ type: 'line.edit', key, change: { count: 6 }, idem: 'a' });
    actor.send({ type: 'line.edit', key, change: { count: 8 }, idem: 'b' });
    actor.send({ type: 'line.edit', key: '2', change: { count: 6 }, idem: 'c' });
    await settle();
    actor.send({ type: 'line.revert', key: '2' });
    await settle();
    expect(rows().map((row) => [row.key, row.figures.count, row.draft?.gone])).toEqual([['1', 8, true]]);
  });

  it('a new line of an invoice that is not found waits with the reason', async () => {
    const { actor, emitted } = begin(async () => {
      throw gone();
    });
    const product = productOf(lineOf(3));
    actor.send({ type: 'line.add', key: 'n', product, figures: figuresOf(MODEL_LINE), exact: false, idem: 'n' });
    await settle();
    expect(actor.getSnapshot().context.drafts.n).toMatchObject({ gone: false, faults: { line: ['Topilmadi.'] } });
    expect(emitted.map(({ type }) => type)).toEqual(['line.pointed']);
  });
});

describe('places', () => {
  const rowsIn = (actor: ReturnType<typeof begin>['actor']) => gridRows(actor.getSnapshot().context);
  const adds = (actor: ReturnType<typeof begin>['actor'], ids: readonly number[]) => {
    for (const id of ids) {
      const figures = { ...figuresOf(MODEL_LINE), value: null, selling_price: null };
      actor.send({
        type: 'line.add',
        key: `n${id}`,
        product: productOf(lineOf(id)),
        figures,
        exact: true,
        idem: `a${id}`,
      });
    }
  };

  it('stay while lines are typed in any order, saved, refused and read again', async () => {
    const server = keeping();
    const { actor } = begin(async (input) => {
      if (input.draft?.figures.value === 7) throw refused({ message: 'Xato', errors: { value: ['Xato'] } });
      return server.save(input);
    });
    adds(actor, [11, 12, 13, 14]);
    const keys = ['1', '2', 'n11', 'n12', 'n13', 'n14'];
    const expectPlaces = () => expect(rowsIn(actor).map(({ key: one }) => one)).toEqual(keys);
    expectPlaces();
    for (const [at, id] of [14, 11, 13, 12, 11].entries()) {
      actor.send({ type: 'line.edit', key: `n${id}`, change: { value: id === 13 ? 7 : 1000 + id }, idem: `e${at}` });
      expectPlaces();
      await settle();
      expectPlaces();
    }
    for (let at = 0; at < 6; at += 1) await settle();
    expect(Object.keys(actor.getSnapshot().context.drafts)).toEqual(['n13']);
    // a reading that began before, and one that knows it all
    const { lines } = actor.getSnapshot().context;
    for (const read of [[MODEL_LINE, OTHER], [...(lines ?? [])].reverse()]) {
      actor.send({ type: 'lines.read', lines: read });
      expectPlaces();
      expect(rowsIn(actor).map(({ figures }) => figures.value)).toEqual([100_000, 100_000, 1011, 1012, 7, 1014]);
    }
    expect(actor.getSnapshot().context.own).toEqual({});
    // another window shows them in the same order
    const other = begin(server.save, [...(lines ?? [])].reverse());
    expect(rowsIn(other.actor).map(({ product }) => product.id)).toEqual([1, 2, 11, 12, 14]);
  });

  it('are typed into under the key that the row had before it was saved', async () => {
    const server = keeping();
    const { actor } = begin(server.save);
    adds(actor, [11]);
    actor.send({ type: 'line.edit', key: 'n11', change: { value: 50_000 }, idem: 'a' });
    await settle();
    await settle();
    expect(actor.getSnapshot().context.drafts).toEqual({});
    actor.send({ type: 'line.edit', key: 'n11', change: { count: 40 }, idem: 'b' });
    await settle();
    expect(server.sent.map(({ draft }) => [draft?.lineId, draft?.version, draft?.figures.count])).toEqual([
      [null, null, 5],
      [99, 2, 40],
    ]);
  });

  it('a line that is gone leaves, and comes back only when it is read', async () => {
    const server = keeping();
    const { actor } = begin(server.save);
    actor.send({ type: 'line.remove', key: '1', idem: 'a' });
    await settle();
    await settle();
    actor.send({ type: 'lines.read', lines: [MODEL_LINE, OTHER] });
    expect(rowsIn(actor).map(({ key: one }) => one)).toEqual(['2']);
    actor.send({ type: 'lines.read', lines: [OTHER] });
    actor.send({ type: 'lines.read', lines: [OTHER, lineOf(1, { version: 8 })] });
    expect(rowsIn(actor).map(({ key: one }) => one)).toEqual(['1', '2']);
  });

  it('a new line whose answer was lost is sent again as it was, and then what was typed meanwhile', async () => {
    const server = keeping();
    let lost = 0;
    const { actor, clock } = begin(async (input) => {
      const answer = await server.save(input);
      lost += 1;
      if (lost === 1) throw new TypeError('network');
      return answer;
    });
    adds(actor, [11]);
    actor.send({ type: 'line.edit', key: 'n11', change: { value: 50_000 }, idem: 'a' });
    await settle();
    actor.send({ type: 'line.edit', key: 'n11', change: { count: 40 }, idem: 'b' });
    clock.increment(5_000);
    for (let at = 0; at < 4; at += 1) await settle();
    expect(server.sent.map(({ draft }) => [draft?.idem, draft?.lineId, draft?.figures.count])).toEqual([
      ['a', null, 5],
      ['a', null, 5],
      ['b', 100, 40],
    ]);
  });
});

it('takes a word only about a line or a code that waits for it', async () => {
  const { actor } = begin(() => new Promise(() => {}));
  const can = (event: InvoiceWorkspaceEvent) => actor.getSnapshot().can(event);
  actor.send({ type: 'line.edit', key, change: { count: 9 }, idem: 'i-1' });
  expect(can({ type: 'line.revert', key })).toBe(true);
  expect(can({ type: 'line.revert', key: '2' })).toBe(false);
  expect(can({ type: 'line.accept', key, idem: 'i' })).toBe(false);
  expect(can({ type: 'conflict.takeTheirs', key })).toBe(false);
  expect(can({ type: 'code.drop', id: 'c-1' })).toBe(false);
});

it('forgets that the server did not answer once a line is gone or saved', async () => {
  for (const last of [
    { type: 'xstate.error.actor.saveLine', error: refused({ code: 'not_found' }) },
    { type: 'xstate.done.actor.saveLine', output: { line: MODEL_LINE, invoice } },
  ]) {
    const live = new Live(invoiceWorkspaceMachine, { invoiceId: 12, invoice }, { delays: { retryDelay: 5_000 } });
    await live.cause({ type: 'lines.read', lines: [MODEL_LINE] });
    await live.cause({ type: 'line.edit', key, change: { count: 9 }, idem: 'i-1' });
    await live.cause({ type: 'xstate.error.actor.saveLine', error: new TypeError('network') });
    expect(of(live.snapshot).failure).not.toBeNull();
    await live.cause({ type: 'lines.retry' });
    await live.cause(last);
    expect(of(live.snapshot).failure).toBeNull();
    live.stop();
  }
});

describe('codes', () => {
  const product = (id: number): FoundCode => ({
    kind: 'product',
    product: productOf(lineOf(id)),
    figures: { ...figuresOf(MODEL_LINE), value: null, count: 1, selling_price: null },
    exact: true,
  });
  function scanning(find: (text: string) => Promise<FoundCode>) {
    const asked: string[] = [];
    const machine = invoiceWorkspaceMachine.provide({
      actors: {
        findCode: fromPromise<FoundCode, FindCodeInput>(({ input }) => {
          asked.push(input.text);
          return find(input.text);
        }),
      },
    });
    const clock = new SimulatedClock();
    const actor = createActor(machine, { input: { invoiceId: 12, invoice }, clock }).start();
    const emitted: InvoiceWorkspaceEmitted[] = [];
    actor.on('*', (event) => emitted.push(event));
    return { actor, clock, asked, emitted };
  }
  const scan = (actor: ReturnType<typeof scanning>['actor'], texts: readonly string[]) => {
    for (const [at, text] of texts.entries()) actor.send({ type: 'code.scan', id: `c${at}`, text });
  };

  it('are looked up one after another, none lost; the same goods again are one more', async () => {
    const { actor, asked, emitted } = scanning(async (text) => product(Number(text)));
    scan(actor, ['11', ' 12 ', '11', '13', '11', '  ']);
    await settle();
    // which goods are there already is not known before the lines are
    expect(asked).toEqual([]);
    actor.send({ type: 'lines.read', lines: [lineOf(13)] });
    for (let at = 0; at < 6; at += 1) await settle();
    expect(asked).toEqual(['11', '12', '11', '13', '11']);
    const rows = gridRows(actor.getSnapshot().context);
    expect(rows.map((row) => [row.product.id, row.figures.count])).toEqual([
      [13, 6],
      [11, 3],
      [12, 1],
    ]);
    expect(actor.getSnapshot().context.codes).toEqual([]);
    expect(emitted.flatMap((one) => (one.type === 'line.pointed' ? [one.key] : []))).toEqual([
      'c0',
      'c1',
      'c0',
      '13',
      'c0',
    ]);
  });

  it('are looked up with those that wait behind them, not with those that wait for the person', async () => {
    const live = new Live(invoiceWorkspaceMachine, { invoiceId: 12, invoice }, {});
    await live.cause({ type: 'lines.read', lines: [] });
    for (const text of ['11', '12', '13']) await live.cause({ type: 'code.scan', id: text, text });
    // the second and the third came while the first was asked for
    expect(live.world.inputOf('findCode')).toMatchObject({ text: '11', ahead: [] });
    await live.cause({ type: 'xstate.done.actor.findCode', output: { kind: 'unknown' } } as never);
    expect(live.world.inputOf('findCode')).toMatchObject({ text: '12', ahead: ['13'] });
    live.stop();
  });

  it('are looked up for the currency of the last line', async () => {
    const currency = (id: number, currency_id: number) => lineOf(id, { currency_id });
    const live = new Live(invoiceWorkspaceMachine, { invoiceId: 12, invoice }, {});
    await live.cause({ type: 'lines.read', lines: [currency(1, 1), currency(2, 2)] });
    await live.cause({ type: 'code.scan', id: 'c0', text: '11' });
    expect(live.world.inputOf('findCode')).toEqual({ text: '11', ahead: [], currencyId: 2 });
    live.stop();
    const empty = new Live(invoiceWorkspaceMachine, { invoiceId: 12, invoice }, {});
    await empty.cause({ type: 'lines.read', lines: [] });
    await empty.cause({ type: 'code.scan', id: 'c0', text: '11' });
    expect(empty.world.inputOf('findCode')).toEqual({ text: '11', ahead: [], currencyId: null });
    empty.stop();
  });

  it('that mean nothing are given up one by one', async () => {
    const { actor } = scanning(async () => ({ kind: 'unknown' }));
    actor.send({ type: 'lines.read', lines: [] });
    scan(actor, ['yoʻq']);
    await settle();
    expect(actor.getSnapshot().can({ type: 'code.drop', id: 'c0' })).toBe(true);
    expect(actor.getSnapshot().can({ type: 'code.drop', id: 'c9' })).toBe(false);
  });

  it('that mean nothing wait for the person, the others go on, and nothing is handed over meanwhile', async () => {
    const { actor } = scanning(async (text) => (text === 'yoʻq' ? { kind: 'unknown' } : product(Number(text))));
    actor.send({ type: 'lines.read', lines: [] });
    scan(actor, ['yoʻq', '12']);
    for (let at = 0; at < 4; at += 1) await settle();
    expect(actor.getSnapshot().context.codes).toEqual([{ id: 'c0', text: 'yoʻq', kept: 'unknown', words: '' }]);
    expect(gridRows(actor.getSnapshot().context)).toHaveLength(1);
    actor.send({ type: 'line.remove', key: 'c1', idem: 'r' });
    const send = { type: 'command.ask', command: { type: 'invoice.send' } } as const;
    expect(actor.getSnapshot().can(send)).toBe(false);
    actor.send({ type: 'code.drop', id: 'c0' });
    expect(actor.getSnapshot().can(send)).toBe(true);
  });

  it('are asked for again in their order after a lost answer', async () => {
    let lost = 0;
    const { actor, clock, asked } = scanning(async (text) => {
      lost += 1;
      if (lost === 1) throw new TypeError('network');
      return product(Number(text));
    });
    actor.send({ type: 'lines.read', lines: [] });
    scan(actor, ['11', '12']);
    await settle();
    expect(actor.getSnapshot().hasTag('codesOffline')).toBe(true);
    clock.increment(5_000);
    for (let at = 0; at < 4; at += 1) await settle();
    expect(asked).toEqual(['11', '11', '12']);
    expect(gridRows(actor.getSnapshot().context).map((row) => row.product.id)).toEqual([11, 12]);
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
    expect(
      bodyOf({
        product: productOf(MODEL_LINE),
        figures: { ...figures, value: null },
        check: true,
        lineId: null,
        position: 1,
      }),
    ).toBeNull();
    expect(bodyOf({ product: productOf(MODEL_LINE), figures, check: true, lineId: null, position: 1 })).toMatchObject({
      product_variant_id: 1,
      value: 100_000,
      selling_price: 130_000,
      selling_price_overridden: false,
      check: true,
    });
  });
});
