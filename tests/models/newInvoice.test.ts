import { expect, it } from 'vitest';
import { createActor, fromPromise } from 'xstate';
import {
  type FindTwinsInput,
  type NewInvoiceHead,
  newInvoiceMachine,
  type OpenInvoiceInput,
  type Twin,
} from '../../machines/invoiceWorkspace/newInvoice.machine.ts';
import { newInvoiceModel } from '../../machines/invoiceWorkspace/newInvoice.model.ts';
import { Live, runModelLayer } from './kit.ts';

const MARK = { partner_id: 1, number_invoice: '1042', year: 2026 };

runModelLayer('newInvoice', newInvoiceModel, {
  emits: (_, { type }) => (type === 'xstate.done.actor.openInvoice' ? [{ type: 'invoice.opened', invoiceId: 7 }] : []),
  states: {
    closed(snapshot, world) {
      expect(snapshot.hasTag('formOpen')).toBe(false);
      expect(snapshot.context).toMatchObject({ head: null, refusal: null, mark: null, twins: [] });
      expect(world.running).toEqual([]);
    },
    'open.form.writing'(snapshot, world) {
      expect(snapshot.hasTag('formOpen')).toBe(true);
      expect(world.running).not.toContain('openInvoice');
      if (world.event?.type === 'xstate.error.actor.openInvoice') {
        expect(snapshot.context.refusal).toMatchObject({ kind: 'refused', errors: { number_invoice: ['required'] } });
      }
    },
    'open.form.sending'(snapshot, world) {
      expect(world.running).toContain('openInvoice');
      expect(world.inputOf('openInvoice')).toMatchObject({ head: { number_invoice: '1042' }, key: 'k-1' });
      expect(snapshot.context.refusal).toBeNull();
      expect(snapshot.can({ type: 'form.close' })).toBe(false);
    },
    'open.twins.unknown'(snapshot, world) {
      if (world.event?.type === 'mark.change') expect(snapshot.context.mark).toBeNull();
      expect(snapshot.context.twins).toEqual([]);
      expect(world.running).not.toContain('findTwins');
    },
    'open.twins.looking'(snapshot, world) {
      expect(world.inputOf('findTwins')).toEqual({ mark: MARK });
      expect(snapshot.context.twins).toEqual([]);
    },
    'open.twins.none'(snapshot) {
      expect(snapshot.context).toMatchObject({ mark: MARK, twins: [] });
    },
    'open.twins.found'(snapshot) {
      expect(snapshot.context.twins).toMatchObject([{ id: 9, number_invoice: '1042' }]);
    },
  },
});

const HEAD: NewInvoiceHead = {
  partner_id: 1,
  partner_firm_id: null,
  number_invoice: '1042',
  invoice_date: '2026-11-21',
  warehouse_list_id: 2,
  type: 'regular',
  comment: '',
};
const settled = () => new Promise((done) => setImmediate(done));

it('sends the same head after a lost answer under its first key, a changed one under another', async () => {
  const keys: string[] = [];
  const openInvoice = fromPromise(async ({ input }: { input: OpenInvoiceInput }): Promise<{ invoiceId: number }> => {
    keys.push(input.key);
    throw new TypeError('network');
  });
  const actor = createActor(newInvoiceMachine.provide({ actors: { openInvoice } })).start();
  actor.send({ type: 'form.open' });
  for (const [change, key] of [
    [{}, 'k-1'],
    [{}, 'k-2'],
    [{ number_invoice: '1043' }, 'k-3'],
    [{ number_invoice: '1043', type: 'special' as const }, 'k-4'],
    [{ number_invoice: '1043', type: 'special' as const }, 'k-5'],
  ] as const) {
    actor.send({ type: 'form.send', head: { ...HEAD, ...change }, key });
    await settled();
  }
  expect(keys).toEqual(['k-1', 'k-1', 'k-3', 'k-4', 'k-4']);
});

it('does not wait for the look: the head is sent while it goes on, and its answer comes to nobody', async () => {
  let answer: (twins: Twin[]) => void = () => {};
  const look = new Promise<Twin[]>((done) => {
    answer = done;
  });
  const findTwins = fromPromise<Twin[], FindTwinsInput>(() => look);
  const openInvoice = fromPromise<{ invoiceId: number }, OpenInvoiceInput>(async () => ({ invoiceId: 7 }));
  const opened: number[] = [];
  const actor = createActor(newInvoiceMachine.provide({ actors: { findTwins, openInvoice } }));
  actor.on('invoice.opened', ({ invoiceId }) => void opened.push(invoiceId));
  actor.start();
  actor.send({ type: 'form.open' });
  actor.send({ type: 'mark.change', mark: MARK });
  actor.send({ type: 'form.send', head: HEAD, key: 'k-1' });
  await settled();
  answer([{ id: 9, number: 'CHL-26-0009', number_invoice: '1042', invoice_date: '2026-11-20', status: 'draft' }]);
  await settled();
  expect(opened).toEqual([7]);
  expect(actor.getSnapshot()).toMatchObject({ value: 'closed', context: { twins: [], mark: null } });
});

it('looks for what is written now, and leaves nothing behind when it is closed', async () => {
  const live = new Live(newInvoiceMachine, undefined, {});
  const other = { ...MARK, number_invoice: '7' };
  await live.cause({ type: 'form.open' });
  await live.cause({ type: 'mark.change', mark: MARK });
  // while the first check is pending
  await live.cause({ type: 'mark.change', mark: other });
  expect(live.world.inputOf('findTwins')).toEqual({ mark: other });
  await live.cause({ type: 'xstate.done.actor.findTwins', output: [] });
  await live.cause({ type: 'mark.change', mark: MARK });
  expect(live.world.inputOf('findTwins')).toEqual({ mark: MARK });
  await live.cause({ type: 'form.close' });
  expect(live.snapshot.context).toMatchObject({ head: null, refusal: null, mark: null, twins: [] });
  live.stop();
});
