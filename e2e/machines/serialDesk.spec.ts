/** The browser layer of the serial desk. */
import { expect } from '@playwright/test';
import type { SerialPlace } from '../../contract/invoices/serials.ts';
import { serialDeskModel } from '../../machines/serialDesk/serialDesk.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import {
  attach,
  CALLS,
  cancelInvoice,
  invoiceWithLine,
  newImei,
  SerialDeskPage,
  texts,
  wrongOf,
} from '../pages/serialDeskPage.ts';
import { Gate, type Opening, runBrowserLayer } from './kit.ts';

const SAVED = 'SN-1';
const ELSEWHERE = 'Registon filiali, shop';
/** Longer than what was read counts as fresh. */
const STALE = 6_000;

class World extends SerialDeskPage {
  readonly branch: Branch;
  readonly invoice: { id: number; lineId: number };
  readonly gates: { attach: Gate; detach: Gate; make: Gate; index: Gate; places: Gate };
  /** The IMEI that is scanned, pasted and corrected now. */
  imei = newImei();
  saved = 0;

  constructor({ page }: Opening, branch: Branch, invoice: { id: number; lineId: number }, gates: World['gates']) {
    super(page);
    this.branch = branch;
    this.invoice = invoice;
    this.gates = gates;
  }

  /** The person comes back to the page later: what is not fresh is read again. */
  async comeBack(): Promise<void> {
    await this.page.clock.fastForward(STALE);
    await this.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  }
  cancel = async (): Promise<void> => {
    const answer = await cancelInvoice(this.branch.people.purchaser, this.invoice.id);
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  };
  /** Somebody else saves a number of this line. */
  saveOne = async (): Promise<void> => {
    const answer = await attach(this.branch.people.director, this.invoice.lineId, SAVED, [newImei()]);
    expect(answer.body).toMatchObject({ data: { refused: [] } });
    this.saved += 1;
  };
  /** The person comes back, and this is where the codes of the list are by now. */
  findPlaces = async (data: SerialPlace[]): Promise<void> => {
    this.gates.places.close();
    // while an earlier question is on its way, coming back asks no other one
    await expect(async () => {
      await this.comeBack();
      await expect.poll(() => this.gates.places.holds, { timeout: 1_000 }).toBe(true);
    }).toPass();
    await this.gates.places.answer(200, { data });
    this.gates.places.open();
    const { in_stock } = texts.faults;
    const said = this.units.first().getByText(in_stock.replace('{{where}}', ELSEWHERE));
    await expect(said).toHaveCount(data.length);
    await expect(this.figure('bad')).toHaveText(String(data.length));
  };
  onServer = async (): Promise<number> => {
    const { people } = this.branch;
    const path = `/warehouse-list-income/get-serial-numbers/${this.invoice.lineId}`;
    const answer = await api<{ serial_numbers: unknown[] }>(people.purchaser, 'GET', path);
    return answer.body.serial_numbers.length;
  };
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch({ products: 1, serials: 1, imeis: 2 });
  const invoice = await invoiceWithLine(branch, branch.products[0]?.id ?? 0, 3);
  const { page } = opening;
  const gates = {
    attach: await Gate.at(page, CALLS.attachSerials),
    detach: await Gate.at(page, CALLS.deleteSerial),
    make: await Gate.at(page, CALLS.generateSerials),
    index: await Gate.at(page, CALLS.serialIndex),
    places: await Gate.at(page, CALLS.serialPlaces),
  };
  gates.index.open();
  gates.places.open();
  const world = new World(opening, branch, invoice, gates);
  await page.clock.install();
  await signIn(opening.context, branch.people.purchaser);
  if (opening.path.beginning.name.includes('confirmed')) {
    // the path decides when its number is read
    await world.saveOne();
    await world.cancel();
    gates.index.close();
    await world.open(invoice.id);
    return world;
  }
  const read = page.waitForResponse((answer) => answer.url().includes('get-serial-numbers'));
  await world.open(invoice.id);
  await read;
  return world;
}

runBrowserLayer<World>('serialDesk', serialDeskModel, {
  // numbers of the line are read by themselves: when the desk opens, after a saving, when the person comes back
  ambient: [
    'open | desk.read |  | ·',
    // codes are asked about by themselves, once the scanner rests and when the person comes back
    'open | places.read |  | ·',
    'locked | desk.read |  | ·',
    // React may give up its first drawing of the desk and restart: so does the machine, before it is started
    'opening | always |  | open',
    'opening | always | takesNone | locked',
    'open.desk.beginning | always |  | open.desk.idle',
  ],
  open,
  verbs: {
    async 'reads a saved number'(world) {
      if ((await world.lockedNotice.count()) > 0) {
        // it was saved before the invoice was called off, and is read only now
        await world.gates.index.pass();
      } else {
        await world.saveOne();
        await world.comeBack();
      }
      await expect(world.savedUnits).toHaveCount(world.saved);
    },
    async 'reads that the invoice is confirmed'(world) {
      world.gates.index.close();
      if (world.saved === 0) await world.saveOne();
      await world.cancel();
      await world.comeBack();
    },
    'reads that the IMEI is in stock': (world) =>
      world.findPlaces([{ code: world.imei, reason: 'in_stock', where: ELSEWHERE }]),
    'reads that the IMEI is nowhere': (world) => world.findPlaces([]),
    'scans an IMEI': (world) => world.scan(world.imei),
    'scans a wrong IMEI': (world) => world.scan(wrongOf(world.imei)),
    'scans the barcode of the product': (world) => world.scan(world.branch.products[0]?.barcode ?? ''),
    'says that the phone has one IMEI': (world) => world.field.press('Enter'),
    'goes to scanning': (world) => world.way('scan'),
    'goes to pasting': (world) => world.way('paste'),
    'goes to making numbers': (world) => world.way('make'),
    async 'pastes rows'(world) {
      const text = `IMEI\n${world.imei}`;
      await ((await world.pasteField.count()) > 0 ? world.pasteInField(text) : world.paste(text));
    },
    async 'pastes nothing that is a number'(world) {
      const text = 'Seriya raqami\tIMEI\n';
      await ((await world.pasteField.count()) > 0 ? world.pasteInField(text) : world.paste(text));
    },
    async 'asks for numbers'(world) {
      await expect(world.makeField).toHaveValue('3');
      await world.make(1);
    },
    'numbers are made': ({ gates }) => gates.make.pass(),
    'numbers are not made': ({ gates }) => gates.make.lose(),
    'corrects a row': (world) => world.edit(),
    'changes the row': (world) => world.change('', [world.imei]),
    'leaves the row as it was': (world) => world.dropEdit(),
    'removes a row': (world) => world.remove(),
    'removes the bad rows': (world) => world.dropBad(),
    'takes the last step back': (world) => world.undo(),
    saves: (world) => world.save(),
    async 'everything is saved'(world) {
      await world.gates.attach.pass();
      world.saved += 1;
      await expect(world.savedUnits).toHaveCount(world.saved);
    },
    async 'one is in stock already'(world) {
      const { branch } = world;
      await control.move({
        organizationId: branch.organizationId,
        warehouseId: branch.warehouseId,
        lines: [{ variantId: branch.products[0]?.id ?? 0, qty: 1, serials: [world.imei] }],
      });
      await world.gates.attach.pass();
      await expect(world.units.first()).toContainText(
        texts.faults.in_stock.replace('{{where}}', `${branch.organization}, shop`),
      );
      world.imei = newImei();
    },
    async 'the invoice was confirmed meanwhile'(world) {
      await world.cancel();
      await world.gates.attach.pass();
    },
    'saving has no answer': ({ gates }) => gates.attach.lose(),
    'saving is refused': ({ gates }) =>
      gates.attach.answer(403, { message: 'Ruxsat yoʻq', code: 'forbidden', request_id: '7f3a-91c2' }),
    'sends the same again': (world) => world.retry(),
    'takes the sent units back into the list': (world) => world.release(),
    'wants to delete a saved number': (world) => world.askDelete(),
    'deletes the saved number': (world) => world.confirmDelete(),
    'keeps the saved number': (world) => world.keepSaved(),
    async 'the saved number is deleted'(world) {
      await world.gates.detach.pass();
      world.saved -= 1;
      await expect(world.savedUnits).toHaveCount(world.saved);
    },
    async 'the invoice was confirmed before the deletion'(world) {
      await world.cancel();
      await world.gates.detach.pass();
    },
    'the number is not deleted': ({ gates }) => gates.detach.lose(),
    'closes the desk': (world) => world.close(),
    'closes it without the units': (world) => world.discard(),
    'stays at the desk': (world) => world.stay(),
  },
  states: {
    async 'open.entry.scanning'(world, { step }) {
      await expect(world.field).toBeVisible();
      const name = step?.case.name;
      if (name === 'scans the barcode of the product') await expect(world.last).toContainText('shtrix-kodi');
      if (name === 'scans a wrong IMEI') await expect(world.last).toContainText(wrongOf(world.imei));
      if (name === 'pastes nothing that is a number') await expect(world.last).toHaveText(texts.last.noRows);
      if (name === 'pastes rows') await expect(world.unitWith(world.imei)).toBeVisible();
      if (name === 'numbers are made') await expect(world.units.first()).toContainText('ID');
    },
    async 'open.entry.pasting'(world) {
      await expect(world.pasteField).toBeVisible();
      await expect(world.field).toHaveCount(0);
    },
    async 'open.entry.numbering'(world, { step }) {
      await expect(world.makeField).toBeEnabled();
      if (step?.case.name === 'numbers are not made') await expect(world.desk.getByRole('alert').first()).toBeVisible();
    },
    async 'open.entry.making'(world) {
      await expect(world.makeField).toBeDisabled();
    },
    async 'open.row.closed'(world) {
      await expect(world.editor).toHaveCount(0);
    },
    async 'open.row.editing'(world) {
      await expect(world.editor).toBeVisible();
    },
    async 'open.desk.idle'(world, { step }) {
      await expect(world.failedNotice).toHaveCount(0);
      await expect(world.closeButton).toBeEnabled();
      if (step?.case.name === 'saving is refused') await expect(world.desk).toContainText('Ruxsat yoʻq');
      await expect.poll(() => world.onServer()).toBe(world.saved);
    },
    async 'open.desk.saving'(world) {
      await expect(world.closeButton).toBeDisabled();
      await expect(world.units.first()).toContainText(texts.list.held);
      await expect(world.units.first().getByTestId('unit-edit')).toHaveCount(0);
    },
    async 'open.desk.failed'(world) {
      await expect(world.failedNotice).toBeVisible();
      await expect(world.units.first()).toContainText(texts.list.held);
      await expect(world.saveButton).toBeDisabled();
    },
    async 'open.desk.asking'(world) {
      await expect(world.desk.getByText(texts.saved.ask)).toBeVisible();
      await expect(world.page.getByTestId('saved-keep')).toBeFocused();
    },
    async 'open.desk.deleting'(world) {
      await expect(world.closeButton).toBeDisabled();
      await expect(world.page.getByTestId('saved-keep')).toBeDisabled();
    },
    async 'open.desk.leaving'(world) {
      await expect(world.leaving).toBeFocused();
    },
    async locked(world) {
      await expect(world.lockedNotice).toBeVisible();
      await expect(world.field).toHaveCount(0);
      await expect(world.saveButton).toHaveCount(0);
    },
    async closed(world) {
      await expect(world.desk).toHaveCount(0);
      // nothing is left to come back
      expect(await world.page.evaluate(() => Object.keys(sessionStorage))).not.toContainEqual(
        expect.stringContaining('serialDesk.'),
      );
    },
  },
});
