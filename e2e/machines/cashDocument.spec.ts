/** The browser layer of cash documents: what a cashier sees of each state in the journal, and what is offered. */
import { expect } from '@playwright/test';
import { formatNumber } from '../../contract/figures.ts';
import { cashDocumentModel } from '../../machines/cashDocument/cashDocument.model.ts';
import { plainPathOf } from '../../src/routes/registry.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { openAnew } from '../harness/openAnew.ts';
import { CashPage, texts } from '../pages/cashPage.ts';
import { type Moment, type Opening, runBrowserLayer } from './kit.ts';

/** Due before the open day, and later. */
const PAID = [
  { due: '2026-11-20', amount: 200_000 },
  { due: '2026-12-20', amount: 600_000 },
];
const DUE = [
  { due: '2026-11-20', amount: 100_000 },
  { due: '2026-12-20', amount: 500_000 },
];
const { cashbox, chart } = texts;

interface Made {
  readonly branch: Branch;
  readonly client: number;
  readonly account: number;
  readonly contract: number;
  /** To which prepaid money is moved. */
  readonly others: readonly number[];
}

class World extends CashPage {
  readonly made: Made;
  readonly id: number;

  constructor({ page }: Opening, made: Made, id: number) {
    super(page);
    this.made = made;
    this.id = id;
  }

  goto = () => openAnew(this.page, `${plainPathOf('cashOperations')}?row=${this.id}`);

  async confirm(): Promise<void> {
    await this.pane.getByRole('link', { name: cashbox.draft.take }).click();
    await this.pay(200_000);
    await expect(this.taken).toBeVisible();
    await this.goto();
  }

  async moveTo(contract: number | undefined): Promise<void> {
    await this.move(this.made.branch.organization, contract ?? 0, 100_000);
    await this.goto();
  }

  async see(state: keyof typeof chart.states, offered: readonly string[]): Promise<void> {
    await expect(this.pane.locator('.cash-facts')).toContainText(chart.states[state].name);
    for (const name of [cashbox.draft.take, cashbox.draft.callOff, cashbox.reversal.open])
      await expect(this.pane.locator('.action-bar').getByText(name, { exact: true })).toHaveCount(
        offered.includes(name) ? 1 : 0,
      );
  }
}

/** The director counts another payment of the client. */
async function payElsewhere({ branch, client, account, contract }: Made, amount: number): Promise<void> {
  const { director } = branch.people;
  type Desks = { data: { desks: { mark: string }[] } };
  const desk = await api<Desks>(director, 'GET', `/cash_document/desk?client_id=${client}`, undefined, 'cash');
  const { status } = await api(
    ...([director, 'POST', '/cash_document/pay'] as const),
    {
      ...{ client_id: client, contract_ids: [contract], channel: 'cash', cash_account_id: account, amount },
      mark: desk.body.data.desks[0]?.mark,
    },
    'cash',
  );
  expect(status).toBe(200);
}

const confirmed = async (world: World, { step }: Moment): Promise<void> => {
  await world.see('confirmed', [cashbox.reversal.open]);
  const prepaid: number = step?.after.context.prepaid;
  await expect(world.pane.getByText(cashbox.prepaidLeft)).toHaveCount(prepaid > 0 ? 1 : 0);
  if (prepaid > 0) await expect(world.pane.locator('.cash-facts')).toContainText(formatNumber(prepaid));
};

runBrowserLayer<World>('cashDocument', cashDocumentModel, {
  async open(opening) {
    const branch = await control.branch();
    const { director } = branch.people;
    const { id: account } = await control.desk(branch.organizationId);
    const terms = { branch, firstPayment: 0, handedOver: '2026-11-19' };
    const { client, contract } = await control.contract({ ...terms, instalments: PAID });
    const others: number[] = [];
    for (let at = 0; at < 2; at += 1)
      others.push((await control.contract({ ...terms, client, instalments: DUE })).contract);
    const draft = await api(
      ...([director, 'POST', '/cash_document/create'] as const),
      ...[{ client_id: client, contract_ids: [contract], channel: 'cash', cash_account_id: account, amount: 200_000 }],
      'cash',
    );
    expect(draft.status, JSON.stringify(draft.body)).toBe(200);
    await signIn(opening.context, director);
    const world = new World(opening, { branch, client, account, contract, others }, draft.body.data.id);
    await world.goto();
    return world;
  },
  onServer: true,
  verbs: {
    'confirms what is due': (world) => world.confirm(),
    async 'confirms more than is due'(world) {
      await payElsewhere(world.made, 200_000);
      await world.confirm();
    },
    async cancels(world) {
      await world.pane.getByRole('button', { name: cashbox.draft.callOff }).click();
      await world.answer('Pul olinmadi');
    },
    reverses: (world) => world.reverse('Xato olingan'),
    'moves a part of it to what is due': (world) => world.moveTo(world.made.others[0]),
    'moves the rest to what is due': (world) => world.moveTo(world.made.others[1]),
  },
  states: {
    draft: (world) => world.see('draft', [cashbox.draft.take, cashbox.draft.callOff]),
    confirmed,
    async reversed(world) {
      await world.see('reversed', []);
      await expect(world.pane.locator('.cash-facts').getByText(cashbox.reversal.by)).toBeVisible();
    },
    async cancelled(world) {
      await world.see('cancelled', []);
      await expect(world.pane.locator('.cash-facts')).toContainText('Pul olinmadi');
    },
  },
});
