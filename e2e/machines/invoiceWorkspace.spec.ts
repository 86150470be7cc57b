/** The browser layer of the invoice's window. */
import { expect } from '@playwright/test';
import { variantGetAll } from '../../contract/invoices/choices.ts';
import { lineCreate, lineDelete, lineIndex, lineUpdate } from '../../contract/invoices/lines.ts';
import {
  type InvoiceWorkspaceContext,
  invoiceWorkspaceMachine,
} from '../../machines/invoiceWorkspace/invoiceWorkspace.machine.ts';
import { invoiceWorkspaceModel } from '../../machines/invoiceWorkspace/invoiceWorkspace.model.ts';
import { transitionKeysOf } from '../../machines/kit/transitions.ts';
import { control, signIn } from '../harness/control.ts';
import { lineBody, TestInvoice } from '../harness/testInvoice.ts';
import { InvoiceWindow, LIST_PATH, texts } from '../pages/invoiceWindow.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const REFUSED = 'Hozir boʻlmaydi';
const REQUEST = '7f3a-91c2';
const refusal = (status: number, code: string, errors?: Record<string, string[]>) =>
  [status, { message: REFUSED, code, request_id: REQUEST, ...(errors ? { errors } : {}) }] as const;

type Line = 'create' | 'update' | 'remove';

class World extends InvoiceWindow {
  readonly invoice: TestInvoice;
  /** What is added: of this branch alone, so that no invoice of another test gives it a last price. */
  readonly goods: string;
  readonly gates: Readonly<Record<Line, Gate>>;
  /** What is being sent. */
  line: Line = 'update';
  count = 5;

  readonly finding: Gate;
  /** Of the lines: they come after the invoice. */
  readonly listing: Gate;

  constructor({ page }: Opening, invoice: TestInvoice, gates: World['gates'], finding: Gate, listing: Gate) {
    super(page);
    this.goods = invoice.branch.products[0]?.sku ?? '';
    this.finding = finding;
    this.listing = listing;
    this.invoice = invoice;
    this.gates = gates;
  }

  get lineGate(): Gate {
    return this.gates[this.line];
  }
  get mine() {
    return this.row(0);
  }
  get saved() {
    return this.page.getByTestId('lines-saved');
  }
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch({ products: 1 });
  const invoice = await TestInvoice.of(branch, [lineBody(1)]);
  const { page } = opening;
  const gates = {
    create: await Gate.at(page, lineCreate),
    update: await Gate.at(page, lineUpdate),
    remove: await Gate.at(page, lineDelete),
  };
  const finding = await Gate.at(page, variantGetAll);
  const world = new World(opening, invoice, gates, finding, await Gate.at(page, lineIndex));
  await signIn(opening.context, branch.people.director);
  await opening.page.goto(`${LIST_PATH}/${invoice.id}`);
  await opening.page.getByTestId('invoice').waitFor();
  return world;
}

const contextOf = ({ step, path }: Moment) => (step?.after ?? path.begins).context as InvoiceWorkspaceContext;

runBrowserLayer<World>('invoiceWorkspace', invoiceWorkspaceModel, {
  open,
  // the lines are read again after each step of anybody
  ambient: transitionKeysOf(invoiceWorkspaceMachine).filter((key) => /lines\.read/.test(key)),
  verbs: {
    async 'reads the lines'(world) {
      world.listing.open();
      await world.listing.pass();
      await world.whole();
    },
    // the question itself is the child's: it is shown, and closed again
    async 'is asked about sending'(world) {
      await world.next();
      await expect(world.dialog).toBeVisible();
      await world.close();
      await expect(world.dialog).toHaveCount(0);
    },
    async 'adds a product'(world) {
      world.line = 'create';
      world.finding.open();
      await world.choose(world.goods);
      world.finding.close();
    },
    async 'scans a code'(world) {
      world.line = 'create';
      await world.add(world.goods);
    },
    'gives the code up': (world) => world.page.getByTestId('code-drop').click(),
    'asks for the code again': (world) => world.page.getByTestId('codes-waiting').getByRole('button').click(),
    // five seconds pass by themselves
    'waits for the code': async () => {},
    'the product is found': ({ finding }) => finding.pass(),
    'the code is unknown': ({ finding }) =>
      finding.answer(200, { data: [], meta: { current_page: 1, total: 0, per_page: 15 } }),
    'the code is refused': ({ finding }) => finding.answer(...refusal(422, 'validation')),
    'the code does not reach the server': ({ finding }) => finding.lose(),
    'types its price': (world) => world.type(1, 'value', '100000'),
    async 'changes the count'(world) {
      world.line = 'update';
      world.count += 1;
      await world.type(0, 'count', String(world.count));
      // messages refer to the line with the cursor
      await world.cell(0, 'count').click();
    },
    'empties the count': (world) => world.clear(0, 'count'),
    async 'removes the line'(world) {
      world.line = 'remove';
      await world.remove(0);
    },
    'accepts the warnings': (world) => world.accept(),
    'takes the own figures back': (world) => world.revert(),
    async 'adds it again'(world) {
      world.line = 'create';
      await world.addAgain();
    },
    'keeps the own line': (world) => world.keepMine(),
    'takes their line': (world) => world.takeTheirs(),
    async 'pastes lines'(world) {
      await world.paste('SKU-3\t4\t50000');
      await world.page.getByTestId('paste-add').click();
      await expect(world.dialog).toHaveCount(0);
    },
    async 'does it again'(world, { step }) {
      const redone = Object.values(contextOf({ step } as Moment).drafts)[0];
      world.line = redone?.removed ? 'remove' : redone?.lineId === null ? 'create' : 'update';
      await world.redo();
    },
    async undoes(world, { step }) {
      const undone = Object.values(contextOf({ step } as Moment).drafts)[0];
      world.line = undone?.removed ? 'remove' : undone?.lineId === null ? 'create' : 'update';
      await world.undo();
    },
    'tries again': (world) => world.retryLines(),
    // five seconds pass by themselves
    waits: async () => {},
    'the line is saved': ({ lineGate }) => lineGate.pass(),
    'the new line is saved': ({ lineGate }) => lineGate.pass(),
    'the line is gone': ({ lineGate }) => lineGate.pass(),
    'the figures are refused': ({ lineGate }) =>
      lineGate.answer(...refusal(422, 'validation', { count: ['Juda koʻp'] })),
    'warnings are told': ({ lineGate }) =>
      lineGate.answer(...refusal(422, 'warnings', { selling_price: ['Tannarxdan past'] })),
    async 'somebody saved the line before'(world) {
      const [line] = await world.invoice.lines();
      if (line) await world.invoice.changeLine(line, { count: 40, value: 90_000 });
      await world.lineGate.pass();
    },
    async 'somebody removed the line before'(world) {
      const [line] = await world.invoice.lines();
      if (line) await world.invoice.removeLine(line);
      await world.lineGate.pass();
    },
    'the line does not reach the server': ({ lineGate }) => lineGate.lose(),
  },
  states: {
    async 'lines.resting'(world, moment) {
      const { drafts, lines } = contextOf(moment);
      if (lines === null) return expect(world.grid).toHaveCount(0);
      const [draft] = Object.values(drafts);
      if (draft === undefined) {
        if ((await world.chip.textContent()) === texts.machine.states.draft.name) await world.expectSaved();
        return;
      }
      await expect(world.saved).not.toHaveText(texts.invoice.lines.allSaved);
      // nobody hands over what is not saved
      await expect(world.nextButton).toBeDisabled();
      if (draft.theirs) await expect(world.conflict).toContainText('40');
      else if (draft.gone) {
        await expect(world.page.getByTestId('line-faults')).toContainText(texts.invoice.price.gone);
        await expect(world.rows).toHaveCount(lines.length + 1);
      } else if (draft.warned) await expect(world.page.getByTestId('line-faults')).toContainText('Tannarxdan past');
      else if (draft.faults.count) await expect(world.page.getByTestId('line-faults')).toContainText('Juda koʻp');
    },
    async 'codes.idle'(world, moment) {
      const { codes } = contextOf(moment);
      const kept = world.page.getByTestId('codes-kept').getByRole('listitem');
      await expect(kept).toHaveCount(codes.length);
      if (codes[0] === undefined) return;
      await expect(kept).toContainText(world.goods);
      if (codes[0].kept === 'refused') await expect(kept).toContainText(REFUSED);
      await expect(world.nextButton).toBeDisabled();
    },
    async 'codes.looking'(world) {
      await expect(world.page.getByTestId('codes-waiting')).toHaveText(/1/);
      // the field is free for the next code
      await expect(world.page.getByTestId('line-add')).toHaveValue('');
      await expect(world.nextButton).toBeDisabled();
    },
    async 'codes.waiting'(world) {
      await expect(world.page.getByTestId('codes-waiting').getByRole('button')).toBeVisible();
    },
    async 'lines.saving'(world) {
      await expect(world.saved).toHaveText(texts.invoice.lines.saving);
    },
    async 'lines.waiting'(world) {
      await expect(world.saved.getByRole('button')).toBeVisible();
    },
  },
});
