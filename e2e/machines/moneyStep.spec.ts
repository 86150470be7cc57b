/** The browser layer of a step on money: the payment window from the sum to the receipt, and without an answer. */
import { expect } from '@playwright/test';
import { cashDocumentPay } from '../../contract/cashDocuments.ts';
import { formatNumber } from '../../contract/figures.ts';
import { moneyStepModel } from '../../machines/moneyStep/moneyStep.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { CashPage, texts } from '../pages/cashPage.ts';
import { Gate, type Opening, runBrowserLayer } from './kit.ts';

/** Every step takes as much. */
const SUM = 100_000;
const { cashbox } = texts;
const KEY = 'money-step';

interface Made {
  readonly branch: Branch;
  readonly client: number;
  readonly body: Record<string, unknown>;
}

class World extends CashPage {
  readonly made: Made;
  readonly gate: Gate;

  constructor({ page }: Opening, made: Made, gate: Gate) {
    super(page);
    this.made = made;
    this.gate = gate;
  }

  get director() {
    return this.made.branch.people.director;
  }

  /** The body of a payment of what the client owes now. */
  async body(): Promise<Record<string, unknown>> {
    type Desks = { data: { desks: { mark: string }[] } };
    const path = `/cash_document/desk?client_id=${this.made.client}`;
    const { body } = await api<Desks>(this.director, 'GET', path, undefined, 'cash');
    return { ...this.made.body, mark: body.data.desks[0]?.mark };
  }

  /** Another desk takes money of the client. */
  async payElsewhere(): Promise<void> {
    const answer = await api(this.director, 'POST', '/cash_document/pay', await this.body(), 'cash');
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  }

  kept = () => this.page.evaluate((key) => localStorage.getItem(key), KEY);
}

runBrowserLayer<World>('moneyStep', moneyStepModel, {
  async open(opening) {
    const branch = await control.branch();
    const { id: account } = await control.desk(branch.organizationId);
    const { client, contract } = await control.contract({
      ...{ branch, firstPayment: 0, handedOver: '2026-11-19' },
      instalments: [{ due: '2026-11-20', amount: 50 * SUM }],
    });
    const body = {
      ...{ client_id: client, contract_ids: [contract], channel: 'cash', cash_account_id: account },
      ...{ amount: SUM, tendered: SUM },
    };
    const gate = await Gate.at(opening.page, cashDocumentPay);
    await signIn(opening.context, branch.people.director);
    const world = new World(opening, { branch, client, body }, gate);
    await world.openPayment(client);
    return world;
  },
  verbs: {
    async 'takes a payment'(world) {
      // the window is free for the next client: this one is found in the list
      if ((await world.desk.count()) === 0) {
        await world.page.getByRole('link', { name: cashbox.payment.list, exact: true }).click();
        await world.page.getByRole('link', { name: world.made.branch.organization }).first().click();
      }
      await world.pay(SUM);
    },
    async 'finds one that was sent before'(world, { follow }) {
      const kept = {
        ...{ userId: world.director.id, key: crypto.randomUUID() },
        request: { kind: 'pay', id: null, body: await world.body() },
      };
      await world.page.evaluate(([key, value]) => localStorage.setItem(key, value), [
        KEY,
        JSON.stringify(kept),
      ] as const);
      await world.openPayment(world.made.client);
      await follow();
    },
    'asks what came of it': (world) => world.page.getByTestId('payment-ask').click(),
    'has it taken': (world) => world.gate.pass(),
    async 'is refused: something moved'(world) {
      await world.payElsewhere();
      await world.gate.pass();
    },
    'gets no answer': (world) => world.gate.lose(),
    'goes on to the next': (world) => world.page.getByTestId('payment-next').click(),
  },
  states: {
    async ready(world, { step, path }) {
      await expect(world.taken.or(world.unknown)).toHaveCount(0);
      if (step?.case.name === 'goes on to the next')
        await expect(world.page.getByText(cashbox.payment.choose, { exact: true })).toBeVisible();
      else await expect(world.takeButton).not.toHaveAttribute('aria-busy', 'true');
      // what was put on the counter stays beside the reason, and the book is read again
      if (step?.case.name.startsWith('is refused')) {
        await expect(world.desk.getByTestId('refusal')).toHaveAttribute('data-code', 'money_moved');
        if (path.steps[path.steps.indexOf(step) - 1]?.case.name === 'takes a payment')
          await expect(world.tendered).toHaveValue(formatNumber(SUM));
        await expect(world.takeButton).toBeEnabled();
      }
      expect(await world.kept()).toBeNull();
    },
    async sending(world) {
      await expect(world.tendered).toBeDisabled();
      await expect(world.takeButton).toBeDisabled();
      expect(await world.kept()).not.toBeNull();
    },
    async unknown(world) {
      await expect(world.unknown).toContainText(cashbox.payment.unknown);
      await expect(world.takeButton).toHaveCount(0);
      expect(await world.kept()).not.toBeNull();
    },
    async done(world) {
      await expect(world.taken.getByTestId('payment-next')).toBeFocused();
      await expect(world.taken).toContainText(/-K-26-\d+/);
      expect(await world.kept()).toBeNull();
    },
  },
});
