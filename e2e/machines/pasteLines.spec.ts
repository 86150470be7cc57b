/** The browser layer of pasting a supplier's list into an invoice. */
import { expect } from '@playwright/test';
import { variantRecognize } from '../../contract/invoices/choices.ts';
import { lineCreateMany } from '../../contract/invoices/lines.ts';
import type { PasteLinesContext } from '../../machines/pasteLines/pasteLines.machine.ts';
import { BLOCK, CELLS, pasteLinesModel } from '../../machines/pasteLines/pasteLines.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { holdFiles, letFileBeRead } from '../harness/heldFile.ts';
import { INVOICE_PATH, PastePage, texts } from '../pages/pastePage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const SAID = 'Server bu qatorni qabul qilmaydi';
/** The lines of the block, as a sheet numbers them: below the head. */
const GOOD = 2;
const BAD = 3;

const contextOf = ({ step }: Moment) => step?.after.context as PasteLinesContext;

class World extends PastePage {
  readonly branch: Branch;
  readonly invoiceId: number;
  readonly words: Gate;
  readonly adding: Gate;
  opened = 0;
  /** Lines that are on the invoice by now. */
  added = 0;
  /** Lines that are being sent. */
  sending = 0;

  constructor({ page }: Opening, branch: Branch, invoiceId: number, gates: { words: Gate; adding: Gate }) {
    super(page);
    this.branch = branch;
    this.invoiceId = invoiceId;
    this.words = gates.words;
    this.adding = gates.adding;
  }

  onInvoice = async (): Promise<number> => {
    const answer = await api<{ data: unknown[] }>(
      this.branch.people.purchaser,
      'GET',
      `/input_product/show/${this.invoiceId}`,
    );
    return answer.body.data.length;
  };
}

async function open(opening: Opening): Promise<World> {
  const { page, context } = opening;
  const branch = await control.branch();
  const { purchaser } = branch.people;
  const made = await api(purchaser, 'POST', '/product_invoice/create', {
    partner_id: 1,
    invoice_date: '2026-11-20',
    number_invoice: `P-${branch.organizationId}`,
    warehouse_list_id: branch.warehouseId,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  await holdFiles(page);
  const gates = { words: await Gate.at(page, variantRecognize), adding: await Gate.at(page, lineCreateMany) };
  await signIn(context, purchaser);
  const world = new World(opening, branch, made.body.data.id, gates);
  await page.goto(`${INVOICE_PATH}/${world.invoiceId}`);
  await page.getByTestId('lines-paste').waitFor();
  return world;
}

const refused = (code: string, field: string) => ({
  message: SAID,
  code,
  request_id: '7f3a-91c2',
  errors: { [field]: [SAID] },
});

async function choose(world: World, { next }: Moment): Promise<void> {
  const name = next?.case.name;
  const text = CELLS.map((row) => row.join(';')).join('\n');
  if (name === 'the file is read') await world.chooseFile('royxat.csv', text);
  else if (name === 'the file is empty') await world.chooseFile('bosh.csv', ' \n ');
  else await world.chooseFile('buzuq.xlsx', 'bu jadval emas');
}

runBrowserLayer<World>('pasteLines', pasteLinesModel, {
  open,
  verbs: {
    async 'opens the dialog'(world, { path }) {
      world.opened += 1;
      if (world.opened === 1 && path.beginning.name === 'with a block') await world.pasteOnPage(BLOCK);
      else await world.openEmpty();
    },
    async 'closes the dialog'(world) {
      const asking = await world.page.getByTestId('paste-recognizing').isVisible();
      await world.closeButton.click();
      // what was asked for the closed dialog is not the next one's answer
      if (asking) await world.words.isGivenUp();
    },
    'pastes a list': (world) => world.read(BLOCK),
    'pastes nothing but blanks': (world) => world.read(' \n '),
    'chooses a file': choose,
    'the file is read': ({ page }) => letFileBeRead(page),
    'the file is empty': ({ page }) => letFileBeRead(page),
    'the file cannot be read': ({ page }) => letFileBeRead(page),
    'products are recognised': ({ words }) => words.pass(),
    'names are recognised as well': ({ words }) => words.pass(),
    'products cannot be asked': ({ words }) => words.lose(),
    'asks again': (world) => world.press('retry'),
    async 'says that the last column is the name'(world) {
      await world.column(3).selectOption('name');
    },
    async 'says that the last column is nothing'(world) {
      await world.column(3).selectOption('skip');
    },
    async 'prices are in soʻm'(world) {
      await world.page.getByTestId('paste-currency').selectOption('UZS');
    },
    'chooses the product of the bad line': (world) => world.chooseProduct(BAD, 'Tovar 3'),
    'leaves the good line out': (world) => world.leaveOut(GOOD),
    'adds the good lines': (world) => world.press('add'),
    'adds them all the same': (world) => world.press('accept'),
    async 'the lines are added'(world) {
      world.added += world.sending;
      await world.adding.pass();
    },
    'no answer comes': ({ adding }) => adding.lose(),
    'the server warns': ({ adding }) => adding.answer(422, refused('warnings', 'lines.0.count')),
    'the server refuses': ({ adding }) => adding.answer(422, refused('validation', 'lines.0.value')),
    'sends the same again': (world) => world.press('add-retry'),
    'puts the rest right': (world) => world.press('fix-rest'),
  },
  states: {
    async closed(world) {
      await expect(world.dialog).toHaveCount(0);
      expect(await world.onInvoice()).toBe(world.added);
    },
    async reading(world, { step }) {
      await expect(world.field).toBeEnabled();
      const name = step?.case.name;
      if (name === 'the file cannot be read') await expect(world.fault).toHaveText(texts.pasteLines.faults.unreadable);
      else if (name === 'the file is empty' || name === 'pastes nothing but blanks')
        await expect(world.fault).toHaveText(texts.pasteLines.faults.empty);
    },
    async opening(world) {
      await expect(world.field).toBeDisabled();
      await expect(world.closeButton).toBeDisabled();
    },
    async recognizing(world) {
      await expect(world.page.getByTestId('paste-recognizing')).toBeVisible();
      await expect(world.closeButton).toBeEnabled();
    },
    async unrecognized(world) {
      await expect(world.page.getByTestId('paste-unrecognized')).toBeVisible();
    },
    async 'previewing.ready'(world, moment) {
      const { rows, fixes } = contextOf(moment);
      const all = rows.length - 1;
      const chosen = Object.values(fixes).some((fix) => fix.product !== undefined);
      const left = Object.values(fixes).some((fix) => fix.left);
      await world.expectLines((rows.length === 3 && !left ? 1 : 0) + (chosen ? 1 : 0), all);
      await expect(world.page.getByTestId('paste-warned')).toHaveCount(0);
      if (rows.length === 3 && !chosen) await expect(world.line(BAD)).toContainText(texts.pasteLines.bad.unknown);
      if (rows.length < 3 || (left && !chosen)) await expect(world.addButton).toBeDisabled();
    },
    async 'previewing.warned'(world) {
      await expect(world.page.getByTestId('paste-warned')).toBeVisible();
      await expect(world.lines.filter({ hasText: SAID })).toHaveCount(1);
      await expect(world.page.getByTestId('paste-accept')).toBeEnabled();
    },
    async 'previewing.refused'(world) {
      await expect(world.page.getByTestId('paste-refused')).toContainText(SAID);
      await expect(world.lines.filter({ hasText: SAID })).toHaveCount(1);
      // the focus is in the table, not lost with the button that was pressed
      await expect(world.table).toBeFocused();
    },
    async adding(world, moment) {
      world.sending = contextOf(moment).sent.length;
      await expect(world.closeButton).toBeDisabled();
      await expect(world.column(0)).toBeDisabled();
    },
    async failed(world) {
      await expect(world.page.getByTestId('paste-failed')).toBeVisible();
      await expect(world.column(0)).toBeDisabled();
      await expect(world.closeButton).toBeEnabled();
    },
    async done(world) {
      await expect(world.page.getByTestId('paste-done')).toBeVisible();
      expect(await world.onInvoice()).toBe(world.added);
      await expect(world.page.getByTestId('paste-copy')).toBeEnabled();
    },
  },
});
