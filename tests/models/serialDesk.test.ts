import { describe, expect, it } from 'vitest';
import { type AnyEventObject, createActor, fromPromise, waitFor } from 'xstate';
import type { SerialPlace } from '../../contract/invoices/serials.ts';
import { type Refusal, RefusedError } from '../../contract/refusal.ts';
import {
  type Attached,
  checkedOf,
  type SerialDeskContext,
  STEPS_BACK,
  savable,
} from '../../machines/serialDesk/desk.ts';
import {
  type AttachInput,
  type DetachInput,
  type KeptDesk,
  serialDeskMachine,
} from '../../machines/serialDesk/serialDesk.machine.ts';
import { MODEL_IMEI, MODEL_LINE, serialDeskModel } from '../../machines/serialDesk/serialDesk.model.ts';
import {
  checkUnits,
  type DeskLine,
  type DraftUnit,
  expectedOf,
  listOf,
  readBlock,
  readCode,
  readTyped,
} from '../../machines/serialDesk/units.ts';
import { Live, led, runModelLayer } from './kit.ts';

const rest = new Set(['attach', 'detach', 'makeNumbers']);
const idle = (running: readonly string[]) => running.filter((id) => rest.has(id));

const EMITS: Readonly<Record<string, string>> = {
  'code.scan': 'code.handled',
  'rows.paste': 'code.handled',
  'xstate.done.actor.makeNumbers': 'code.handled',
  'xstate.done.actor.attach': 'serials.saved',
  'xstate.done.actor.detach': 'serial.deleted',
};

runModelLayer('serialDesk', serialDeskModel, {
  emits(snapshot, { type, output }, before) {
    if (snapshot.matches('closed')) return ['desk.closed'];
    if (type === 'places.read')
      return snapshot.context.last?.kind === 'faulty' ? [{ type: 'code.handled', kind: 'faulty' }] : [];
    const emitted = EMITS[type];
    if (emitted === 'code.handled') return [{ type: emitted, kind: snapshot.context.last?.kind }];
    if (emitted === undefined) return [];
    if (emitted === 'serial.deleted') return [{ type: emitted, serial: before.context.deleting?.serial }];
    return [{ type: emitted, saved: output.saved.length, refused: output.refused.length }];
  },
  states: {
    'open.entry.scanning'(snapshot, { running, event }) {
      if (event?.type === 'rows.paste') {
        expect(snapshot.context.last?.kind).toBe(event.text.startsWith('IMEI') ? 'pasted' : 'noRows');
      }
      expect(running).not.toContain('makeNumbers');
      expect(snapshot.can({ type: 'code.scan', text: 'SN-1' })).toBe(true);
      expect(snapshot.can({ type: 'code.scan', text: ' ' })).toBe(false);
    },
    'open.entry.pasting'(snapshot, { event }) {
      if (event?.type === 'rows.paste') expect(snapshot.context.last?.kind).toBe('noRows');
      expect(snapshot.can({ type: 'code.scan', text: 'SN-1' })).toBe(false);
    },
    'open.entry.numbering'(snapshot, world) {
      const failed = world.event?.type === 'xstate.error.actor.makeNumbers';
      expect(snapshot.context.refusal?.kind).toBe(failed ? 'failed' : snapshot.context.refusal?.kind);
    },
    'open.entry.making'(snapshot, world) {
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(world.inputOf('makeNumbers')).toEqual({ variantId: 11, organizationId: 2, count: 1 });
    },
    'open.row.closed'(snapshot) {
      expect(snapshot.hasTag('editing')).toBe(false);
      expect(snapshot.context.editId).toBeNull();
    },
    'open.row.editing'(snapshot) {
      expect(snapshot.hasTag('editing')).toBe(true);
      expect(snapshot.context.editId).toBe(1);
      expect(savable(snapshot.context).some((unit) => unit.id === 1)).toBe(false);
    },
    'open.desk.idle'(snapshot, { running, event }) {
      expect(idle(running).filter((id) => id !== 'makeNumbers')).toEqual([]);
      expect(snapshot.context.sending).toEqual([]);
      expect(snapshot.can({ type: 'serials.save', key: 'k' })).toBe(savable(snapshot.context).length > 0);
      if (event?.type === 'xstate.error.actor.attach') expect(snapshot.context.refusal?.kind).toBe('refused');
      if (event?.type === 'xstate.error.actor.detach') expect(snapshot.context.refusal?.kind).toBe('failed');
      if (event?.type === 'saved.keep') expect(snapshot.context.deleting).toBeNull();
      if (event?.type === 'xstate.done.actor.attach') expect(snapshot.context.refusal).toBeNull();
    },
    'open.desk.saving'(snapshot, { inputOf, running, event }) {
      expect(running).toContain('attach');
      expect(snapshot.can({ type: 'desk.close' })).toBe(false);
      const { units, key, ...rest } = inputOf('attach') as AttachInput;
      expect(units.length).toBe(snapshot.context.sending.length);
      expect(rest).toEqual({ invoiceId: 3, lineId: 5, hasMany: true, made: 0 });
      if (event?.type === 'serials.save') expect(key).toBe('k-1');
      expect(key).toBe(snapshot.context.key);
    },
    'open.desk.failed'(snapshot, { event }) {
      if (event?.type === 'xstate.error.actor.attach') expect(snapshot.context.refusal?.kind).toBe('failed');
      expect(snapshot.context.sending.length).toBeGreaterThan(0);
      expect(snapshot.can({ type: 'serials.save', key: 'k' })).toBe(false);
      const [held] = snapshot.context.sending;
      expect(snapshot.can({ type: 'unit.edit', unitId: held })).toBe(false);
      expect(snapshot.can({ type: 'unit.remove', unitId: held })).toBe(false);
    },
    'open.desk.asking'(snapshot) {
      expect(snapshot.hasTag('asking')).toBe(true);
      expect(snapshot.context.deleting?.serial).toBe('SN-1');
    },
    'open.desk.deleting'(snapshot, { inputOf }) {
      expect(snapshot.hasTag('busy')).toBe(true);
      expect(inputOf('detach')).toEqual({
        invoiceId: 3,
        lineId: MODEL_LINE.lineId,
        hasMany: true,
        serial: 'SN-1',
        key: 'k-2',
      });
    },
    'open.desk.leaving'(snapshot) {
      expect(snapshot.hasTag('leaving')).toBe(true);
      expect(snapshot.context.units.length).toBeGreaterThan(0);
    },
    locked(snapshot, { running, event }) {
      if (event?.type.startsWith('xstate.error.')) expect(snapshot.context.refusal?.code).toBe('not_allowed_now');
      if (event?.type === 'desk.read') expect(snapshot.context.takes).toBe(event.takes);
      expect(running).toEqual([]);
      expect(snapshot.can({ type: 'code.scan', text: 'SN-1' })).toBe(false);
    },
    closed(snapshot, { running, event }) {
      expect(running).toEqual([]);
      if (event?.type === 'close.discard')
        expect(snapshot.context).toMatchObject({ units: [], openId: null, sending: [], past: [] });
      expect(snapshot.context.units).toEqual([]);
    },
  },
});

// a right IMEI for each number
const imei = (number: number): string => {
  const head = `35693803${String(number).padStart(6, '0')}`;
  for (let digit = 0; ; digit += 1) {
    const whole = `${head}${digit}`;
    if (checkUnits({ units: [unit(1, '', [whole])], openId: null }, [], 9, MODEL_LINE).good.length > 0) return whole;
  }
};
const unit = (id: number, serial_number: string, imei_numbers: string[] = []): DraftUnit => ({
  id,
  serial_number,
  imei_numbers,
  made: false,
  refused: null,
});
const ONE: DeskLine = { ...MODEL_LINE, imeiCount: 1 };
/** As printed on a box. */
const dashed = (code: string) => code.replace(/^(..)(.{6})(.{6})(.)$/, '$1-$2-$3-$4');
const PLAIN: DeskLine = { ...MODEL_LINE, imeiCount: 0 };
const LOT: DeskLine = { ...PLAIN, hasMany: false };
const desk = (line: DeskLine, needed = 50) =>
  createActor(serialDeskMachine, { input: { line, needed, takes: true, kept: null } }).start();
const scan = (actor: ReturnType<typeof desk>, ...codes: string[]) => {
  for (const text of codes) actor.send({ type: 'code.scan', text });
  return actor.getSnapshot().context;
};
const plain = (units: readonly DraftUnit[]) => units.map((one) => [one.serial_number, ...one.imei_numbers]);
const reasons = (context: Parameters<typeof checkedOf>[0]) =>
  context.units.map((one) => checkedOf(context).faults.get(one.id)?.reason ?? null);

it('leaves nothing behind when a locked desk with units is closed', async () => {
  const kept = { units: [unit(1, '', [MODEL_IMEI])], openId: null, sending: [], key: '' };
  const live = new Live(serialDeskMachine, { line: MODEL_LINE, needed: 3, takes: true, kept }, {});
  await live.cause({ type: 'desk.read', saved: [], needed: 3, takes: false });
  expect(live.snapshot.value).toBe('locked');
  expect(live.snapshot.context.units).toHaveLength(1);
  await live.cause({ type: 'desk.close' });
  expect(live.snapshot.context.units).toEqual([]);
  live.stop();
});

describe('a desk, step by step', () => {
  const kept = (units: DraftUnit[], sending: number[] = []) => ({ units, openId: null, sending, key: 'k-0' });
  const begun = (left: KeptDesk | null, ...events: AnyEventObject[]) =>
    led(serialDeskMachine, { line: PLAIN, needed: 3, takes: true, kept: left }, events);
  const number = (serial_number: string, is_deletable = true) => ({
    ...{ serial_number, imei_numbers: [], is_saved: true, is_deletable },
  });
  const read = (...saved: ReturnType<typeof number>[]) => ({ type: 'desk.read', saved, needed: 3, takes: true });
  const code = (text: string) => ({ type: 'code.scan', text });
  const lost = (actor: string, kind: Refusal['kind'] = 'failed') => ({
    type: `xstate.error.actor.${actor}`,
    error: new RefusedError({ ...{ kind, message: '', code: 'network', requestId: '' }, ...NOTHING_WRONG }),
  });
  const NOTHING_WRONG = { errors: {}, lines: [], current: null };

  it('says what the last code was, and forgets it with the phone', async () => {
    const live = await begun(null, code('4780000000011'));
    expect(live.snapshot.context.last).toEqual({ kind: 'barcode', code: '4780000000011', unitId: null, count: 0 });
    await live.cause({ type: 'rows.paste', text: '' });
    expect(live.snapshot.context.last).toEqual({ kind: 'noRows', code: '', unitId: null, count: 0 });
    await live.cause({ type: 'rows.paste', text: 'A-1\nA-2' });
    expect(live.snapshot.context.last).toEqual({ kind: 'pasted', code: '', unitId: null, count: 2 });
    await live.cause({ type: 'step.undo' });
    expect(live.snapshot.context.last).toBeNull();
    live.stop();
    const phone = await led(serialDeskMachine, { line: MODEL_LINE, needed: 3, takes: true, kept: null }, [
      code(imei(1)),
      { type: 'phone.close' },
    ]);
    expect(phone.snapshot.context).toMatchObject({ last: null, openId: null });
    phone.stop();
  });

  it('corrects and takes away the units that it has', async () => {
    const live = await begun(kept([unit(1, 'A-1')]));
    for (const [unitId, may] of [
      [1, true],
      [99, false],
    ] as const) {
      expect(live.snapshot.can({ type: 'unit.edit', unitId })).toBe(may);
      expect(live.snapshot.can({ type: 'unit.remove', unitId })).toBe(may);
    }
    live.stop();
  });

  it('takes the bad ones away, not the good ones and not what is on its way', async () => {
    const sent = await begun(kept([unit(1, 'A-1'), unit(2, 'B-1'), unit(3, 'B-1')], [1]), read(number('A-1')));
    // the first was saved meanwhile, the third repeats the second
    expect(reasons(sent.snapshot.context as SerialDeskContext)).toEqual(['on_invoice', null, 'repeated']);
    await sent.cause({ type: 'units.dropBad' });
    expect(sent.snapshot.context.units.map(({ id }: DraftUnit) => id)).toEqual([1, 2]);
    sent.stop();
  });

  it('that a reload cut off while sending waits for the person, under the key it had', async () => {
    const live = await begun(kept([unit(1, 'A-1')], [1]));
    expect(live.snapshot.matches({ open: { desk: 'failed' } })).toBe(true);
    await live.cause({ type: 'save.retry' });
    expect(live.world.inputOf('attach')).toMatchObject({ key: 'k-0', units: [{ serial_number: 'A-1' }] });
    await live.cause(lost('attach'));
    await live.cause({ type: 'save.release' });
    expect(live.snapshot.context).toMatchObject({ sending: [], refusal: null });
    live.stop();
  });

  it('says nothing any more of a refusal once something else is done', async () => {
    const refused = [read(number('A-9')), { type: 'saved.ask', serial: 'A-9' }, { type: 'saved.delete', key: 'k-1' }];
    for (const event of [
      { type: 'rows.paste', text: 'A-2' },
      { type: 'serials.save', key: 'k-2' },
      { type: 'numbers.make', count: 1 },
    ]) {
      const live = await begun(kept([unit(1, 'A-1')]), ...refused, lost('detach', 'refused'));
      expect(live.snapshot.context.refusal).not.toBeNull();
      if (event.type === 'numbers.make') await live.cause({ type: 'entry.make' });
      await live.cause(event);
      expect(live.snapshot.context.refusal).toBeNull();
      live.stop();
    }
  });

  it('deletes only what is saved here and may be deleted (specification 3)', async () => {
    const live = await begun(null, read(number('A-1'), number('A-2', false)));
    const may = (serial: string) => live.snapshot.can({ type: 'saved.ask', serial });
    expect(['A-1', 'A-2', 'A-3'].map(may)).toEqual([true, false, false]);
    live.stop();
  });

  it.each([
    ['the same number after a lost answer', 'failed', 'A-1', 'k-1'],
    ['the same number after a refusal', 'refused', 'A-1', 'k-2'],
    ['another number after a lost answer', 'failed', 'A-2', 'k-2'],
  ] as const)('%s goes under its key', async (_, kind, serial, key) => {
    const live = await begun(
      null,
      read(number('A-1'), number('A-2')),
      { type: 'saved.ask', serial: 'A-1' },
      { type: 'saved.delete', key: 'k-1' },
      lost('detach', kind),
      { type: 'saved.ask', serial },
      { type: 'saved.delete', key: 'k-2' },
    );
    expect(live.world.inputOf('detach')).toMatchObject({ serial, key });
    expect(live.snapshot.context.refusal).toBeNull();
    await live.cause({ type: 'xstate.done.actor.detach', output: { facts: { lines: 1, missing: 1 }, version: 2 } });
    expect(live.snapshot.context.deleting).toBeNull();
    expect(live.snapshot.context.saved.map((one: { serial_number: string }) => one.serial_number)).not.toContain(
      serial,
    );
    live.stop();
  });

  it('says how many of the numbers it sends were made here', async () => {
    const live = await led(serialDeskMachine, { line: LOT, needed: 1, takes: true, kept: null }, [
      { type: 'entry.make' },
      { type: 'numbers.make', count: 1 },
      { type: 'xstate.done.actor.makeNumbers', output: ['M-1'] },
      { type: 'serials.save', key: 'k-1' },
    ]);
    expect(live.world.inputOf('attach')).toEqual({
      invoiceId: 3,
      lineId: 5,
      hasMany: false,
      units: [{ serial_number: 'M-1', imei_numbers: [] }],
      made: 1,
      key: 'k-1',
    });
    live.stop();
  });

  it('keeps nothing of what is thrown away', async () => {
    const live = await begun(kept([unit(1, 'A-1')], [1]), code('A-2'), { type: 'desk.close' });
    await live.cause({ type: 'close.discard' });
    expect(live.snapshot.context).toMatchObject({ units: [], openId: null, sending: [], past: [] });
    live.stop();
  });
});

describe('how scanned codes become units', () => {
  it('two IMEIs in a row are one phone of a model with two; a number that is no IMEI begins a phone', () => {
    const actor = desk(MODEL_LINE);
    const context = scan(actor, imei(1), imei(2), 'R58N1', imei(3), imei(4), imei(5));
    expect(plain(context.units)).toEqual([
      ['', imei(1), imei(2)],
      ['R58N1', imei(3), imei(4)],
      ['', imei(5)],
    ]);
    expect(expectedOf(context.line, context.units[2])).toBe('secondImei');
    // the open phone is neither wrong nor saved
    expect(checkedOf(context)).toMatchObject({ good: [{ id: 1 }, { id: 2 }] });
    actor.send({ type: 'phone.close' });
    expect(checkedOf(actor.getSnapshot().context).good).toHaveLength(3);
  });

  it('an IMEI is one however it is printed, and begins no phone without it', () => {
    const context = scan(desk(MODEL_LINE), dashed(imei(1)), `${imei(2)}/01`, imei(3), dashed(imei(4)));
    expect(plain(context.units)).toEqual([
      ['', imei(1), imei(2)],
      ['', imei(3), imei(4)],
    ]);
    // a wrong one of that form is reported; a number of another form stays one, and so it is for other goods
    expect(readCode('35-693803-000005-0', MODEL_LINE)).toEqual({ kind: 'imei', code: '356938030000050' });
    expect(readCode('12-345', MODEL_LINE)).toEqual({ kind: 'serial', code: '12-345' });
    expect(readCode(dashed(imei(1)), PLAIN)).toEqual({ kind: 'serial', code: dashed(imei(1)) });
    expect(readBlock(`SN-1\t${dashed(imei(5))}`, ONE)).toEqual([{ serial_number: 'SN-1', imei_numbers: [imei(5)] }]);
  });

  it('one IMEI is one phone of a model with one; the number before it joins', () => {
    const context = scan(desk(ONE), imei(1), 'R58N1', imei(2), imei(3));
    expect(plain(context.units)).toEqual([
      ['', imei(1)],
      ['R58N1', imei(2)],
      ['', imei(3)],
    ]);
    expect(context.openId).toBeNull();
  });

  it('names the phone whose IMEI was passed over', () => {
    const context = scan(desk(ONE), 'R58N1', 'R58N2');
    expect(reasons(context)).toEqual(['imei_missing', null]);
    expect(context.last).toMatchObject({ kind: 'faulty', code: 'R58N2' });
  });

  it('keeps wrong and repeated ones in the list with their reasons', () => {
    const wrong = `${imei(2).slice(0, 14)}${(Number(imei(2)[14]) + 1) % 10}`;
    const context = scan(desk(ONE), imei(1), wrong, imei(1), imei(3).slice(0, 14));
    expect(reasons(context)).toEqual([null, 'imei_check', 'repeated', 'imei_length']);
    expect([...checkedOf(context).faults.values()][1]).toEqual({ reason: 'repeated', where: '1', code: imei(1) });
  });

  it('does not take the same code twice in a row, nor the barcode of the box', () => {
    const actor = desk(MODEL_LINE);
    expect(scan(actor, imei(1), imei(1)).last?.kind).toBe('twice');
    expect(scan(actor, '4780000000011').last?.kind).toBe('barcode');
    expect(scan(actor, '4006381333931').last?.kind).toBe('barcode');
    expect(actor.getSnapshot().context.units).toHaveLength(1);
  });

  it('reads a code typed by a scanner under a Cyrillic layout', () => {
    expect(scan(desk(PLAIN), 'ЫЬ-1').units[0]?.serial_number).toBe('SM-1');
  });

  it('keeps one number for a line of goods without serial numbers', () => {
    const context = scan(desk(LOT, 1), 'P-1', 'P-2');
    expect(plain(context.units)).toEqual([['P-2']]);
    expect(checkedOf(context).good).toHaveLength(1);
  });

  it('does not write over the one number of a whole line: it is taken off first', () => {
    const actor = desk(LOT, 1);
    const saved = [{ serial_number: 'P-1', imei_numbers: [], is_saved: true, is_deletable: true }];
    actor.send({ type: 'desk.read', saved, needed: 1, takes: true });
    const context = scan(actor, 'P-2');
    expect(checkedOf(context).faults.get(1)).toEqual({ reason: 'lot_taken', where: 'P-1', code: null });
    expect(actor.getSnapshot().can({ type: 'serials.save', key: 'k' })).toBe(false);
    expect(reasons(scan(actor, 'P-1'))).toEqual(['on_invoice']);
    actor.send({ type: 'desk.read', saved: [], needed: 1, takes: true });
    expect(checkedOf(scan(actor, 'P-2')).good).toHaveLength(1);
  });

  it('shows the number that somebody gave the whole line meanwhile, and takes ours once it is off', async () => {
    const attach = fromPromise<Attached, AttachInput>(async () => ({
      saved: [],
      refused: [{ serial_number: 'P-2', reason: 'lot_taken', where: 'P-1' }],
    }));
    const detach = fromPromise<void, DetachInput>(async () => {});
    const actor = createActor(serialDeskMachine.provide({ actors: { attach, detach } }), {
      input: { line: LOT, needed: 1, takes: true, kept: null },
    }).start();
    actor.send({ type: 'code.scan', text: 'P-2' });
    actor.send({ type: 'serials.save', key: 'k-1' });
    const { context } = await waitFor(actor, (now) => now.context.saved.length > 0);
    expect(context.saved).toMatchObject([{ serial_number: 'P-1', is_deletable: true }]);
    expect(checkedOf(context).faults.get(1)).toMatchObject({ reason: 'lot_taken', where: 'P-1' });
    actor.send({ type: 'saved.ask', serial: 'P-1' });
    actor.send({ type: 'saved.delete', key: 'k-2' });
    const after = await waitFor(actor, (now) => now.context.saved.length === 0);
    expect(checkedOf(after.context).good).toMatchObject([{ serial_number: 'P-2' }]);
  });

  it('says at once that a code is somewhere already, does not send it, and takes it once it is nowhere', () => {
    const actor = desk(ONE, 1);
    const heard: string[] = [];
    actor.on('code.handled', ({ kind }) => heard.push(kind));
    const read = (...places: SerialPlace[]) => {
      actor.send({ type: 'places.read', asked: [imei(1), imei(2)], places });
      return actor.getSnapshot().context;
    };
    scan(actor, imei(1));
    const found = read({ code: imei(1), reason: 'in_stock', where: 'Registon, shop' });
    expect(checkedOf(found).faults.get(1)).toEqual({ reason: 'in_stock', where: 'Registon, shop', code: imei(1) });
    expect(found.last?.kind).toBe('faulty');
    expect(actor.getSnapshot().can({ type: 'serials.save', key: 'k' })).toBe(false);
    // what is elsewhere takes no unit of the line; of a code that was not asked nothing is forgotten
    scan(actor, imei(2), imei(3));
    actor.send({ type: 'places.read', asked: [imei(3)], places: [] });
    expect(reasons(actor.getSnapshot().context)).toEqual(['in_stock', null, 'too_many']);
    // the last code is good or bad as before: nothing more is heard
    expect(heard).toEqual(['taken', 'faulty', 'taken', 'faulty']);
    expect(reasons(read())).toEqual([null, 'too_many', 'too_many']);
  });

  it('marks what is more than the line has, and what it has saved already', () => {
    const actor = desk(ONE, 2);
    const saved = [{ serial_number: imei(9), imei_numbers: [imei(9)], is_saved: true, is_deletable: true }];
    actor.send({ type: 'desk.read', saved, needed: 2, takes: true });
    expect(reasons(scan(actor, imei(9), imei(1), imei(2)))).toEqual(['on_invoice', null, 'too_many']);
  });

  it('goes back some steps and no further', () => {
    const actor = desk(PLAIN, 999);
    scan(actor, ...Array.from({ length: STEPS_BACK + 5 }, (_, at) => `N-${at}`));
    for (let at = 0; at < STEPS_BACK; at += 1) actor.send({ type: 'step.undo' });
    expect(actor.getSnapshot().context.units).toHaveLength(5);
    expect(actor.getSnapshot().can({ type: 'step.undo' })).toBe(false);
  });
});

describe('a pasted block', () => {
  it('is one unit a row, its cells in any order', () => {
    expect(readBlock(`${imei(1)}\tR58N1\t${imei(2)}\r\nR58N2\t${imei(3)}\n\n`, MODEL_LINE)).toEqual([
      { serial_number: 'R58N1', imei_numbers: [imei(1), imei(2)] },
      { serial_number: 'R58N2', imei_numbers: [imei(3)] },
    ]);
  });

  it('follows a heading and passes over the column of row numbers', () => {
    expect(readBlock(`№\tIMEI 1\tSeriya raqami\n1\t${imei(1)}\t123456\n2\t'${imei(2)}\t123457`, ONE)).toEqual([
      { serial_number: '123456', imei_numbers: [imei(1)] },
      { serial_number: '123457', imei_numbers: [imei(2)] },
    ]);
    expect(readBlock('1\tA-1\n2\tA-2', PLAIN).map((row) => row.serial_number)).toEqual(['A-1', 'A-2']);
    expect(readBlock('1\n2\n3', PLAIN).map((row) => row.serial_number)).toEqual(['1', '2', '3']);
  });

  it('that is typed parts its codes by spaces and commas too, and leaves no number out', () => {
    const typed = `R58N1 ${imei(1)}, ${imei(2)}\n${dashed(imei(3))} 123456789012345\n\nR58N2,${imei(4)}`;
    expect(readTyped(typed, MODEL_LINE)).toEqual([
      { serial_number: 'R58N1', imei_numbers: [imei(1), imei(2)] },
      { serial_number: '', imei_numbers: [imei(3), '123456789012345'] },
      { serial_number: 'R58N2', imei_numbers: [imei(4)] },
    ]);
    const wrong = readTyped(`${imei(1)} 35693803000033\nR58N3 R58N4`, PLAIN);
    expect(wrong).toEqual([
      { serial_number: imei(1), imei_numbers: ['35693803000033'] },
      { serial_number: 'R58N3', imei_numbers: ['R58N4'] },
    ]);
    const { faults } = checkUnits({ units: listOf(wrong), openId: null }, [], 50, PLAIN);
    expect([...faults.values()].map((fault) => fault.reason)).toEqual(['imei_too_many', 'imei_too_many']);
  });

  it('reports what Excel has rounded, what is too much and what has no IMEI', () => {
    const rows = readBlock(`3.56938E+14\n${imei(1)}\t${imei(2)}\t${imei(3)}\nR58N1\nA\tB`, MODEL_LINE);
    const units = rows.map((row, at) => ({ ...unit(at + 1, ''), ...row }));
    const { faults } = checkUnits({ units, openId: null }, [], 50, MODEL_LINE);
    expect([...faults.values()].map((fault) => fault.reason)).toEqual([
      'rounded',
      'imei_too_many',
      'imei_missing',
      'imei_length',
    ]);
  });
});

it('sends the good ones, keeps the refused with their place, and repeats a lost sending under its key', async () => {
  const sent: AttachInput[] = [];
  const attach = fromPromise(async ({ input }: { input: AttachInput }): Promise<Attached> => {
    sent.push(input);
    if (sent.length === 1) throw new TypeError('network');
    return {
      saved: [imei(1)],
      refused: [{ serial_number: imei(2), reason: 'in_stock', where: 'Chilonzor, main' }],
    };
  });
  const settle = () => new Promise((done) => setImmediate(done));
  const actor = createActor(serialDeskMachine.provide({ actors: { attach } }), {
    input: { line: ONE, needed: 5, takes: true, kept: null },
  }).start();
  scan(actor, imei(1), imei(2), 'R58N1');
  actor.send({ type: 'serials.save', key: 'k-1' });
  await settle();
  // scanned while nobody knows whether the first two arrived
  scan(actor, imei(3));
  actor.send({ type: 'save.retry' });
  await settle();
  expect(sent.map((one) => one.key)).toEqual(['k-1', 'k-1']);
  expect(sent[1]?.units).toEqual(sent[0]?.units);
  const { context } = actor.getSnapshot();
  expect(plain(context.units)).toEqual([
    ['', imei(2)],
    ['R58N1', imei(3)],
  ]);
  expect(checkedOf(context).faults.get(2)).toEqual({ reason: 'in_stock', where: 'Chilonzor, main', code: null });
  expect(context.saved.map((entry) => entry.serial_number)).toEqual([imei(1)]);
  actor.send({ type: 'unit.edit', unitId: 2 });
  actor.send({ type: 'unit.change', words: { serial_number: '', imei_numbers: [imei(4)] } });
  expect(checkedOf(actor.getSnapshot().context).faults.size).toBe(0);
  expect(MODEL_IMEI).not.toBe(imei(4));
});
