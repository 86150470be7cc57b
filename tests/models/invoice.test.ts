import { describe, expect, it } from 'vitest';
import { type AnyMachineSnapshot, transition } from 'xstate';
import {
  type InvoiceContext,
  type InvoiceEvent,
  type InvoiceState,
  invoiceMachine,
} from '../../machines/invoice/invoice.machine.ts';
import { invoiceModel } from '../../machines/invoice/invoice.model.ts';
import { invoiceOracle } from '../oracle/invoice.ts';
import { accepts, expectLogged, runModelLayer } from './kit.ts';
import { runOracleLayer } from './oracleLayer.ts';

const facts = { lines: 1, missing: 0 };
const contextOf = (snapshot: AnyMachineSnapshot) => snapshot.context as InvoiceContext;

function refuses(snapshot: AnyMachineSnapshot, types: readonly InvoiceEvent['type'][]): void {
  for (const type of types) expect(accepts(snapshot, { type, facts }), type).toBe(false);
}

const LOGGED = ['partner.change', 'labels.mark', 'file.add', 'file.remove', 'line.correct'];

function sane(snapshot: AnyMachineSnapshot): void {
  const { lines, missing } = contextOf(snapshot);
  expect(lines).toBeGreaterThanOrEqual(0);
  expect(missing).toBeGreaterThanOrEqual(0);
  if (lines === 0) expect(missing).toBe(0);
}

runOracleLayer(invoiceMachine, invoiceOracle);

runModelLayer('invoice', invoiceModel, {
  states: {
    draft(snapshot, world) {
      expectLogged(snapshot, world, LOGGED);
      sane(snapshot);
      expect(snapshot.hasTag('editable')).toBe(true);
      expect(accepts(snapshot, { type: 'invoice.send' })).toBe(contextOf(snapshot).lines > 0);
      expect(accepts(snapshot, { type: 'line.change', facts })).toBe(contextOf(snapshot).lines > 0);
      refuses(snapshot, ['invoice.confirm', 'invoice.takeBack', 'line.correct', 'line.withdraw']);
    },
    sent(snapshot, world) {
      expectLogged(snapshot, world, LOGGED);
      sane(snapshot);
      expect(snapshot.hasTag('editable')).toBe(false);
      expect(snapshot.hasTag('serialsMayJoin')).toBe(true);
      expect(accepts(snapshot, { type: 'invoice.confirm' })).toBe(contextOf(snapshot).missing === 0);
      refuses(snapshot, ['invoice.send', 'invoice.delete', 'partner.change', 'invoice.update', 'line.add']);
      refuses(snapshot, ['line.change', 'line.remove', 'line.correct', 'line.withdraw']);
    },
    confirmed(snapshot, world) {
      expectLogged(snapshot, world, LOGGED);
      sane(snapshot);
      // every serial was there when it was confirmed
      expect(contextOf(snapshot).missing).toBe(0);
      expect(accepts(snapshot, { type: 'line.correct' })).toBe(contextOf(snapshot).lines > 0);
      expect(snapshot.hasTag('open')).toBe(false);
      refuses(snapshot, ['invoice.confirm', 'invoice.cancel', 'invoice.takeBack', 'invoice.delete', 'line.change']);
      refuses(snapshot, ['serials.attach', 'serials.detach', 'file.remove']);
    },
    cancelled(snapshot, world) {
      expectLogged(snapshot, world, LOGGED);
      expect(accepts(snapshot, { type: 'file.add' })).toBe(true);
      refuses(snapshot, ['invoice.send', 'invoice.confirm', 'invoice.cancel', 'invoice.delete', 'line.add']);
      refuses(snapshot, ['file.remove', 'serials.attach', 'partner.change']);
    },
    deleted(snapshot) {
      expect(invoiceMachine.events.filter((type) => accepts(snapshot, { type, facts }))).toEqual([]);
    },
  },
});

/** The layer reads the next state from the machine; here it is written by hand. */
describe('guards', () => {
  it.each<[InvoiceState, InvoiceContext, InvoiceEvent, InvoiceState | null]>([
    ['draft', { lines: 0, missing: 0 }, { type: 'labels.mark' }, null],
    ['confirmed', { lines: 0, missing: 0 }, { type: 'labels.mark' }, null],
    ['draft', { lines: 0, missing: 0 }, { type: 'invoice.send' }, null],
    ['draft', { lines: 1, missing: 0 }, { type: 'invoice.send' }, 'sent'],
    // serial numbers are scanned when the goods come, which may be after sending
    ['draft', { lines: 1, missing: 5 }, { type: 'invoice.send' }, 'sent'],
    ['sent', { lines: 1, missing: 1 }, { type: 'invoice.confirm' }, null],
    ['sent', { lines: 0, missing: 0 }, { type: 'invoice.confirm' }, null],
    ['sent', { lines: 3, missing: 0 }, { type: 'invoice.confirm' }, 'confirmed'],
    ['sent', { lines: 3, missing: 2 }, { type: 'invoice.takeBack' }, 'draft'],
    ['sent', { lines: 3, missing: 2 }, { type: 'invoice.cancel' }, 'cancelled'],
    ['draft', { lines: 0, missing: 0 }, { type: 'invoice.cancel' }, 'cancelled'],
    ['draft', { lines: 0, missing: 0 }, { type: 'invoice.delete' }, 'deleted'],
    ['sent', { lines: 1, missing: 0 }, { type: 'invoice.delete' }, null],
    ['confirmed', { lines: 1, missing: 0 }, { type: 'invoice.cancel' }, null],
    ['confirmed', { lines: 0, missing: 0 }, { type: 'line.withdraw', facts }, null],
    ['confirmed', { lines: 0, missing: 0 }, { type: 'line.correct' }, null],
    ['draft', { lines: 0, missing: 0 }, { type: 'serials.attach', facts }, null],
  ])('%s with %o takes %o: %s', (value, context, event, after) => {
    const snapshot = invoiceMachine.resolveState({ value, context });
    expect(accepts(snapshot, event)).toBe(after !== null);
    if (after !== null) expect(transition(invoiceMachine, snapshot, event)[0].value).toBe(after);
  });
});
