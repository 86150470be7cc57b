/** The browser layer of the child that sends commands, in the two windows that have it: of an act and of an invoice. */
import { writeFileSync } from 'node:fs';
import { expect } from '@playwright/test';
import { actComplete, loadResidues } from '../../contract/counting/acts.ts';
import { counterRelease } from '../../contract/counting/counters.ts';
import { invoiceChangePartner, invoiceSend, invoiceUploadFile } from '../../contract/invoices/heads.ts';
import type { Command, CommandContext, Stored } from '../../machines/command/command.machine.ts';
import { commandModel } from '../../machines/command/command.model.ts';
import { type CountingPerson, TestAct } from '../harness/acts.ts';
import { control, signIn, test } from '../harness/control.ts';
import { PNG } from '../harness/files.ts';
import { lineBody, TestInvoice } from '../harness/testInvoice.ts';
import { ActPage, texts } from '../pages/actPage.ts';
import { InvoiceWindow, texts as invoiceTexts } from '../pages/invoiceWindow.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const REASON = 'Kasal boʻlib qoldi';
const REFUSED = 'Hozir boʻlmaydi';
const REQUEST = '7f3a-91c2';
const COUNTED = 3;

type Gates = Readonly<Record<string, Gate>>;
type Context = CommandContext<Command, Stored>;

const contextOf = ({ path, step }: Moment): Context => (step?.after ?? path.begins).context;

/** What the machine held when the step came. */
function contextBefore({ path, step }: Moment): Context {
  const at = step === undefined ? -1 : path.steps.indexOf(step);
  return (path.steps[at - 1]?.after ?? path.begins).context;
}

/** The command that is asked about or in flight. */
const typeIn = ({ command }: Context): string => {
  if (command === null) throw new Error('no command');
  return command.type;
};

/** The gate at which the command waits that the step is the answer to. */
function gateIn(gates: Gates, moment: Moment): Gate {
  const gate = gates[typeIn(contextBefore(moment))];
  if (gate === undefined) throw new Error(`nothing waits for an answer before "${moment.step?.case.name}"`);
  return gate;
}

class ActWorld extends ActPage {
  readonly act: TestAct;
  readonly gates: Gates;
  readonly clock: Opening['context']['clock'];
  /** Counters that may still be released. */
  readonly counting: CountingPerson[];
  /** How often the other person has changed the act. */
  changes = 0;

  constructor({ page, context }: Opening, act: TestAct, gates: Gates, counting: CountingPerson[]) {
    super(page);
    this.clock = context.clock;
    this.act = act;
    this.gates = gates;
    this.counting = counting;
  }

  get deputy() {
    return this.act.branch.people.deputy;
  }

  /** Other words of the act, each time. */
  async overtake(): Promise<string> {
    this.changes += 1;
    const words = `Boshqa izoh, ${this.changes}`;
    await this.act.changeComment(this.deputy, words);
    return words;
  }

  async confirmWords(moment: Moment): Promise<void> {
    if (typeIn(contextOf(moment)) === 'counter.release' && !(await this.reason.inputValue())) {
      // nothing is sent without a reason
      await this.confirm();
      await expect(this.dialog.getByText(texts.counting.form.needReason)).toBeVisible();
      await this.writeReason(REASON);
    }
    await this.confirm();
  }

  async refuse(moment: Moment): Promise<void> {
    const gate = gateIn(this.gates, moment);
    if (typeIn(contextBefore(moment)) === 'counter.release')
      await gate.answer(422, {
        message: '',
        code: 'validation',
        request_id: REQUEST,
        errors: { reason: [REFUSED] },
      });
    else await gate.answer(409, { message: REFUSED, code: 'not_allowed_now', request_id: REQUEST });
  }

  async seeIdle(): Promise<void> {
    await expect(this.confirmButton).toHaveCount(0);
    await expect(this.closeButton).toHaveCount(0);
    await expect(this.page.getByTestId('counters')).toBeVisible();
    expect(await this.confirming()).toBe(false);
  }

  async seeRejected(moment: Moment): Promise<void> {
    await expect(this.retryButton).toHaveCount(0);
    await expect(this.closeButton).toBeEnabled();
    if (typeIn(contextOf(moment)) === 'counter.release') {
      await expect(this.dialog.getByRole('alert')).toHaveText(REFUSED);
      await expect(this.reason).toHaveValue(REASON);
      await expect(this.confirmButton).toBeEnabled();
    } else {
      await expect(this.refusal).toContainText(REFUSED);
      await expect(this.refusal).toContainText(REQUEST);
      if (typeIn(contextOf(moment)) === 'residues.load') await expect(this.nextButton).toBeEnabled();
    }
  }

  async seeFailed(moment: Moment): Promise<void> {
    // a question is answered once more, a command without one is sent again
    if (typeIn(contextOf(moment)) === 'residues.load') await expect(this.retryButton).toBeEnabled();
    else await expect(this.confirmButton).toHaveText(texts.common.retry);
    await expect(this.closeButton).toBeEnabled();
    await expect(this.refusal).toHaveText(/\S/);
    if (moment.next?.case.name === 'closes') await expect(this.refusal).toContainText('Server band');
  }

  async seeAsking(moment: Moment): Promise<void> {
    await expect(this.confirmButton).toBeEnabled();
    await expect(this.closeButton).toBeEnabled();
    await expect(this.refusal).toHaveCount(0);
    const completing = typeIn(contextOf(moment)) === 'act.complete';
    const { title } = completing ? texts.counting.ask.act.complete : texts.counting.ask.counter.release;
    await expect(this.dialog.getByRole('heading')).toContainText(title.split('}}')[1] ?? title);
    if (completing) {
      await expect(this.notCounted).toHaveText(/\d/);
      await expect.poll(this.confirming).toBe(true);
    } else {
      await expect(this.dialog).toContainText(this.counting[0]?.person.fullname ?? '');
      await expect(this.reason).toHaveValue('');
    }
  }

  async seeSending(moment: Moment): Promise<void> {
    if (typeIn(contextOf(moment)) === 'residues.load') {
      await expect(this.nextButton).toBeDisabled();
      await expect(this.refusal).toHaveCount(0);
      await expect(this.dialog).toHaveCount(0);
      return;
    }
    await expect(this.confirmButton).toBeDisabled();
    await expect(this.closeButton).toBeDisabled();
    if (typeIn(contextOf(moment)) === 'counter.release') await expect(this.reason).toBeDisabled();
    await this.page.keyboard.press('Escape');
    await expect(this.dialog).toBeVisible();
  }

  async seeConflict(moment: Moment): Promise<void> {
    const type = typeIn(contextOf(moment));
    const { ask } = texts.counting;
    await this.expectChoice({
      by: this.deputy.fullname,
      mine:
        type === 'residues.load'
          ? ask.residues.load.do
          : type === 'act.complete'
            ? ask.act.complete.do
            : ask.counter.release.do,
      theirs: texts.countingAct.events['act.update'].name,
    });
    if (type === 'residues.load') expect((await this.act.read()).status).toBe('created');
  }
}

class InvoiceWorld extends InvoiceWindow {
  readonly invoice: TestInvoice;
  readonly gates: Gates;
  readonly photo: string;
  comment = '';

  constructor({ page }: Opening, invoice: TestInvoice, gates: Gates) {
    super(page);
    this.invoice = invoice;
    this.gates = gates;
    this.photo = test.info().outputPath('surat.png');
    writeFileSync(this.photo, PNG);
  }

  async overtake(): Promise<void> {
    await this.invoice.changeHead({ comment: 'Boshqa izoh' });
  }

  async confirmWords(moment: Moment): Promise<void> {
    if (typeIn(contextOf(moment)) === 'invoice.send') return this.confirm();
    this.comment = `Izoh ${Math.random()}`;
    await this.headComment.fill(this.comment);
    await this.saveHead();
  }

  refuse = (moment: Moment): Promise<void> =>
    gateIn(this.gates, moment).answer(422, { message: REFUSED, code: 'validation', request_id: REQUEST });

  async seeIdle(): Promise<void> {
    await expect(this.dialog).toHaveCount(0);
    await expect(this.head).toHaveCount(0);
    await expect(this.refusal).toHaveCount(0);
  }

  async seeRejected(moment: Moment): Promise<void> {
    await expect(this.refusal).toContainText(REFUSED);
    await expect(this.refusal).toContainText(REQUEST);
    // what was written is still there
    if (typeIn(contextOf(moment)) === 'partner.change') await expect(this.headComment).toHaveValue(this.comment);
  }

  async seeFailed(moment: Moment): Promise<void> {
    const type = typeIn(contextOf(moment));
    // a question is answered once more, a command without one is sent again
    if (type === 'invoice.send') await expect(this.page.getByTestId('command-confirm')).toHaveText(texts.common.retry);
    else await expect(this.page.getByTestId('command-retry')).toBeVisible();
    if (type === 'partner.change') await expect(this.headComment).toHaveValue(this.comment);
  }

  async seeAsking(moment: Moment): Promise<void> {
    await expect(this.dialog.or(this.head).first()).toBeVisible();
    await expect(this.refusal).toHaveCount(0);
    const again = moment.step?.case.name === 'somebody was faster';
    await expect(this.page.getByTestId('command-again')).toHaveCount(again ? 1 : 0);
  }

  async seeSending(moment: Moment): Promise<void> {
    const type = typeIn(contextOf(moment));
    if (type === 'partner.change') await expect(this.page.getByTestId('head-save')).toBeDisabled();
    else if (type === 'invoice.send') await expect(this.page.getByTestId('command-close')).toBeDisabled();
    else await expect(this.nextButton).toBeDisabled();
  }

  async seeConflict(): Promise<void> {
    await expect(this.conflict).toContainText(this.comment);
    await expect(this.conflict).toContainText('Boshqa izoh');
  }
}

type World = ActWorld | InvoiceWorld;

function onAct(world: World): ActWorld {
  if (!(world instanceof ActWorld)) throw new Error('the window of an act is needed');
  return world;
}

function onInvoice(world: World): InvoiceWorld {
  if (!(world instanceof InvoiceWorld)) throw new Error('the window of an invoice is needed');
  return world;
}

async function openInvoice(opening: Opening): Promise<InvoiceWorld> {
  const { page, context } = opening;
  const branch = await control.branch();
  const invoice = await TestInvoice.of(branch, [lineBody(1)]);
  const gates = {
    'partner.change': await Gate.at(page, invoiceChangePartner),
    'invoice.send': await Gate.at(page, invoiceSend),
    'file.add': await Gate.at(page, invoiceUploadFile),
  };
  await signIn(context, branch.people.director);
  const world = new InvoiceWorld(opening, invoice, gates);
  await world.open(invoice.id);
  return world;
}

async function openAct(opening: Opening): Promise<ActWorld> {
  const { page, context, path } = opening;
  const branch = await control.branch({ products: 2 });
  const { keeper, counter1, counter2, counter3 } = branch.people;
  const act = await TestAct.of(branch);
  const [product] = branch.products;
  const counts = { [product?.id ?? 0]: COUNTED };
  const counting: CountingPerson[] = [];
  if (path.beginning.name === 'an act being counted') counting.push(...(await act.begin(counter1, counter2, counter3)));
  if (path.beginning.name === 'a counted act') {
    const [one] = await act.begin(counter1);
    await act.enter(one as CountingPerson, counts);
    await act.submit(one as CountingPerson, counts);
  }
  const gates = {
    'counter.release': await Gate.at(page, counterRelease),
    'residues.load': await Gate.at(page, loadResidues),
    'act.complete': await Gate.at(page, actComplete),
  };
  await context.clock.install();
  await signIn(context, keeper);
  const world = new ActWorld(opening, act, gates, counting);
  await world.open(act.id);
  return world;
}

const pass = (world: World, moment: Moment) => gateIn(world.gates, moment).pass();

runBrowserLayer<World>('command', commandModel, {
  open: (opening) =>
    opening.path.beginning.name === 'a draft of an invoice' ? openInvoice(opening) : openAct(opening),
  // the document is read again and again, and whenever something was done
  ambient: ['command | subject.read |  | ·'],
  verbs: {
    async 'reads the act'(world) {
      const act = onAct(world);
      const words = await act.overtake();
      const read = act.page.waitForResponse(
        async (answer) => answer.url().includes('/act_of_count/show/') && (await answer.text()).includes(words),
      );
      // five seconds later
      await act.clock.fastForward(5_000);
      await read;
      await expect(act.page.getByText(words).first()).toBeVisible();
    },
    'loads residues': (world) => onAct(world).next(),
    async 'is asked about releasing a counter'(world) {
      const act = onAct(world);
      await act.askOfCounter(act.counting[0]?.person.fullname ?? '', texts.counting.ask.counter.release.do);
    },
    'is asked about completing': (world) => onAct(world).next(),
    'is asked about the head': (world) => onInvoice(world).editHead(),
    'is asked about sending': (world) => onInvoice(world).next(),
    'is asked about cancelling': (world) => onInvoice(world).ask(invoiceTexts.invoice.ask.invoice.cancel.do),
    'adds a file': (world) => onInvoice(world).addFile(onInvoice(world).photo),
    confirms: (world, moment) => world.confirmWords(moment),
    'cancels in the dialog': (world) => onInvoice(world).cancel('other', 'Hamkor adashgan'),
    'sends it again': (world) => world.retry(),
    closes: (world) => world.close(),
    'keeps the own step': (world) => world.keepMine(),
    'takes their step': (world) => world.takeTheirs(),
    async 'somebody was faster'(world, moment) {
      await world.overtake();
      await pass(world, moment);
    },
    'the server refuses': (world, moment) => world.refuse(moment),
    'the server is not reached': (world, moment) =>
      moment.next?.case.name === 'closes'
        ? gateIn(world.gates, moment).answer(503, { message: 'Server band', code: 'unavailable', request_id: REQUEST })
        : gateIn(world.gates, moment).lose(),
    async 'the residues are loaded'(world, moment) {
      const { page, act } = onAct(world);
      await pass(world, moment);
      await expect(page.getByText(texts.counting.done.residues.load)).toBeVisible();
      expect((await act.read()).status).toBe('residues_loaded');
      // the command went through once, whatever was lost or refused before
      expect(await act.history('residues.load')).toHaveLength(1);
    },
    async 'the counter is released'(world, moment) {
      const { page, act, counting } = onAct(world);
      await pass(world, moment);
      await expect(page.getByText(texts.counting.done.counter.release)).toBeVisible();
      const { id } = counting.shift() as CountingPerson;
      expect((await act.counters()).find((counter) => counter.id === id)).toMatchObject({ released: true });
      expect((await act.history('counter.release'))[0]?.payload.reason).toBe(REASON);
    },
    async 'the act is completed'(world, moment) {
      const { act, nextButton } = onAct(world);
      await pass(world, moment);
      await expect(nextButton).toHaveText(texts.counting.ask.act.form.do);
      expect((await act.read()).status).toBe('completed');
    },
    'the head is saved': pass,
    'the invoice is sent': pass,
    'the file is kept': pass,
  },
  states: {
    'ready.idle': (world) => world.seeIdle(),
    'ready.done': (world) => world.seeIdle(),
    'ready.rejected': (world, moment) => world.seeRejected(moment),
    'ready.failed': (world, moment) => world.seeFailed(moment),
    asking: (world, moment) => world.seeAsking(moment),
    sending: (world, moment) => world.seeSending(moment),
    conflict: (world, moment) => world.seeConflict(moment),
  },
});

test('a head that somebody else saved before is put together by field', async ({ page, context, browser }) => {
  const path = { beginning: { name: 'a draft of an invoice' } } as Opening['path'];
  const world = await openInvoice({ page, context, browser, path, suite: 'command' });
  const gate = world.gates['partner.change'] as Gate;
  gate.open();
  await world.editHead();
  await world.headComment.fill('Mening izohim');
  world.comment = 'Mening izohim';
  await world.overtake();
  await world.saveHead();
  await world.seeConflict();
  await world.keepMine();
  await expect(world.conflict).toHaveCount(0);
  await expect(world.page.getByTestId('invoice')).toContainText('Mening izohim');
});
