/**
 * A sale through the hands of four people, each in a browser of their own: order, scoring, signature, first payment,
 * hand-over. Then the months of a contract: paid in time, late, ahead, reversed, closed.
 */
import { type Browser, expect, type Page } from '@playwright/test';
import { formatNumber } from '../contract/figures.ts';
import cashbox from '../locales/uz/cashbox.json' with { type: 'json' };
import contractChart from '../locales/uz/machines/contract.json' with { type: 'json' };
import { tashkentDay } from '../src/format/dates.ts';
import { plainPathOf, withQuery } from '../src/routes/registry.ts';
import { runBody } from '../tests/server/scoringKit.ts';
import { api, type Branch, type BranchPerson, control, SERVER, signIn, test } from './harness/control.ts';
import { pinflOf } from './harness/testSale.ts';
import { CashPage } from './pages/cashPage.ts';
import { OutputPage } from './pages/outputPage.ts';

const PRICE = 1_000_000;
/** Three phones on three months at 15 %, a fifth at once. */
const FIRST = 600_000;

async function pageOf(browser: Browser, person: BranchPerson): Promise<Page> {
  const context = await browser.newContext({ baseURL: SERVER, viewport: { width: 1440, height: 900 } });
  await signIn(context, person);
  return context.newPage();
}

async function done<T = { data: { id: number } }>(sent: Promise<{ status: number; body: T }>): Promise<T> {
  const { status, body } = await sent;
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

/** Born on the day that the number says. */
const newClient = async (branch: Branch, fullname: string, gender: 'male' | 'female'): Promise<number> => {
  const { organizationId, people } = branch;
  const body = {
    ...{ fullname, birth_date: '1985-06-15', gender, consent: true, doubles_checked: true },
    pinfl: pinflOf(branch, gender),
    documents: [
      {
        ...{ number: `KB${1_000_000 + organizationId * 10 + fullname.length}`, issued_by: 'IIB' },
        ...{ issued_on: '2020-01-15', expires_on: '2035-01-14' },
      },
    ],
    phones: [{ phone: '+998901234567', owner: 'self', relation: null }],
  };
  return (await done(api(people.director, 'POST', '/client/create', body, 'client'))).data.id;
};

test('three phones are sold by four people, and the last two of a kind once', async ({ browser }) => {
  const branch = await control.branch({ products: 2, serials: 2 });
  const { director, accountant: scorer, warehouseman } = branch.people;
  const { seller, cashier } = await control.sale(branch, PRICE);
  await control.desk(branch.organizationId);
  await control.scoringModel();
  // a run is decided by the clock: the open day may not lie before it
  await control.nextDay(branch.organizationId, tashkentDay(Date.now()));
  const buyer = await newClient(branch, 'Xaridor Botir', 'male');
  const rival = await newClient(branch, 'Raqib Karima', 'female');
  const [common, last] = branch.products;
  if (common === undefined || last === undefined) throw new Error('nothing is sold');

  const selling = await pageOf(browser, seller);
  const rivals = await pageOf(browser, director);
  await test.step('the seller takes three phones for a client', async () => {
    await selling.goto(withQuery(plainPathOf('createOrder'), { client: buyer }));
    for (const [at, { title, sku }] of [common, last, last].entries()) {
      await selling.getByTestId('goods-search').fill(sku);
      await selling.getByTestId('goods-found').getByRole('button', { name: title }).click();
      const units = selling.getByTestId('order').getByRole('table').first();
      await expect(units).toContainText(title);
      // the second unit of the same phone is one more in its line
      await expect.poll(async () => (await orderOf(selling, seller)).units).toBe(at + 1);
    }
  });

  await test.step('somebody else wants the last ones at the same moment: one has them, the other is refused', async () => {
    const lines = [{ product_variant_id: last.id, serial_id: null, qty: 2, price: PRICE }];
    const body = { client_id: rival, warehouse_id: branch.warehouseId, lines };
    const other = (await done(api(director, 'POST', '/order/create', body, 'client'))).data.id;
    await rivals.goto(withQuery(plainPathOf('createOrder'), { row: other }));
    const reserve = (page: Page) => page.getByTestId('order-reserve');
    await expect(reserve(rivals)).toBeEnabled();
    await Promise.all([reserve(selling).click(), reserve(rivals).click()]);
    const refused = (page: Page) => page.getByTestId('refusal');
    await expect.poll(async () => (await refused(selling).count()) + (await refused(rivals).count())).toBe(1);
    const loser = (await refused(selling).count()) === 1 ? selling : rivals;
    const winner = loser === selling ? rivals : selling;
    await expect(refused(loser)).toHaveAttribute('data-code', 'goods_reserved');
    await expect(refused(loser)).toContainText(last.title);
    await expect(winner.getByTestId('order-prolong')).toBeVisible();
    if (loser === rivals) return;
    // the rival goes away: what was kept is free, and the seller asks again
    await done(api(director, 'PUT', `/order/cancel/${other}`, { reason: 'Mijoz ketdi' }, 'client'));
    await reserve(selling).click();
    await expect(selling.getByTestId('order-prolong')).toBeVisible();
  });
  await rivals.context().close();

  const contract = await test.step('the contract waits for the scoring', async () => {
    await selling.getByTestId('sale-terms').getByRole('radio').first().check({ force: true });
    await selling.getByTestId('make-contract').click();
    await expect(selling.getByTestId('conditions').locator('.red')).toHaveCount(1);
    await expect(selling.getByTestId('contract-sign')).toBeDisabled();
    // the way leads to the client's applications, not to the contract where one stands
    await selling.getByTestId('way-open').click();
    const lacking = selling.getByTestId('way').locator('[data-event="contract.sign"]').getByRole('link');
    await expect(lacking).toHaveAttribute('href', withQuery(plainPathOf('questionnaires'), { client_id: buyer }));
    await selling.getByTestId('way-open').click();
    return Number(new URL(selling.url()).searchParams.get('row'));
  });

  await test.step('the scorer approves what the model leaves to a person', async () => {
    const asked = runBody({ pinfl: pinflOf(branch), goods: 3 * PRICE, first_payment: FIRST, term: 3 });
    const run = (await done(api(director, 'POST', '/scoring_run/create', asked, 'scoring'))).data.id;
    const scoring = await pageOf(browser, scorer);
    const open = () => scoring.goto(withQuery(plainPathOf('scoringNonClients'), { run }));
    await open();
    await scoring.getByTestId('scoring-start').click();
    await scoring.getByTestId('question-send').click();
    await expect(scoring.getByRole('dialog')).toHaveCount(0);
    for (const verb of ['the first source answers', 'the last source answers', 'is scored', 'is left to a person'])
      await control.scoringStep(run, verb);
    await open();
    await scoring.getByTestId('scoring-approve').click();
    await scoring.getByRole('dialog').getByRole('textbox').last().fill('Ish joyi tasdiqladi');
    await scoring.getByTestId('question-send').click();
    await expect(scoring.getByRole('dialog')).toHaveCount(0);
    await scoring.context().close();
  });

  await test.step('the seller signs', async () => {
    await selling.reload();
    await expect(selling.getByTestId('conditions')).toBeVisible();
    await expect(selling.getByTestId('conditions').locator('.red')).toHaveCount(0);
    await selling.getByTestId('contract-sign').click();
    await expect(selling.getByTestId('contract')).toContainText(contractChart.states.signed.name);
  });

  await test.step('the cashier takes the first payment', async () => {
    const cash = new CashPage(await pageOf(browser, cashier));
    await cash.openPayment(buyer);
    await cash.pay(FIRST);
    await expect(cash.taken).toContainText(formatNumber(FIRST));
    await cash.page.context().close();
  });

  await test.step('the storekeeper picks all three and the client signs', async () => {
    const store = new OutputPage(await pageOf(browser, warehouseman));
    await store.page.goto(plainPathOf('repositoryOutput'));
    await store.page.locator('tbody tr a').first().click();
    await store.pickButton.click();
    for (const serial of [common.serials[0] ?? '', ...last.serials]) {
      await store.scan(serial);
      await expect(store.unit(serial)).toBeVisible();
    }
    await store.sign();
    await store.handOverButton.click();
    await expect(store.page.getByTestId('handed')).toBeVisible();
    await store.page.context().close();
  });

  await test.step('the contract is active, its goods have left, the ledgers agree', async () => {
    type Shown = { data: { status: string; owed: number } };
    const { data } = await done(api<Shown>(director, 'GET', `/contract/show/${contract}`, undefined, 'client'));
    // 2,400,000 and 15 %
    expect(data).toMatchObject({ status: 'active', owed: 2_760_000 });
    const { quantities, serials } = await control.stock(branch.organizationId);
    expect([quantities[common.id], quantities[last.id] ?? 0]).toEqual([1, 0]);
    expect(serials.filter((serial) => last.serials.includes(serial))).toEqual([]);
    for (const report of await control.ledgers()) expect(report.differences, report.ledger).toEqual([]);
  });
  await selling.context().close();
});

/** The order that a window shows. */
async function orderOf(page: Page, person: BranchPerson): Promise<{ units: number }> {
  const row = new URL(page.url()).searchParams.get('row');
  if (row === null) return { units: 0 };
  const shown = await api<{ data: { units: number } }>(person, 'GET', `/order/show/${row}`, undefined, 'client');
  return shown.body.data;
}

test('a contract through its months: in time, late, reversed, ahead, closed', async ({ page, context, branch }) => {
  const MONTH = 300_000;
  const { organizationId, people } = branch;
  const { director } = people;
  await control.desk(organizationId);
  const { client, contract } = await control.contract({
    ...{ branch, firstPayment: 0, handedOver: '2026-11-21' },
    instalments: ['2026-12-15', '2027-01-15', '2027-02-15'].map((due) => ({ due, amount: MONTH })),
  });
  await signIn(context, director);
  const cash = new CashPage(page);
  const row = cash.desk.locator('.desk-contracts tbody tr').first();
  const preset = (name: keyof typeof cashbox.presets) =>
    cash.desk.locator('.desk-presets').getByRole('button', { name: cashbox.presets[name] });
  const take = async (sum: number) => {
    await expect(cash.takeButton).toContainText(formatNumber(sum));
    await cash.takeButton.click();
    await expect(cash.taken).toContainText(formatNumber(sum));
  };
  const come = async (date: string) => {
    await control.nextDay(organizationId, date);
    await cash.openPayment(client);
  };

  await test.step('in time', async () => {
    await come('2026-12-15');
    await preset('due').click();
    await take(MONTH);
  });
  await test.step('late: days and sum are shown, and the payment is reversed', async () => {
    await come('2027-02-01');
    await expect(row).toContainText(cashbox.days_one.replace('{{n}}', '17'));
    await preset('overdue').click();
    await take(MONTH);
    type Listed = { data: { id: number }[] };
    const path = `/cash_document/index?organization_id=${organizationId}`;
    const { data } = await done(api<Listed>(director, 'GET', path, undefined, 'cash'));
    await cash.openDocument(data[0]?.id ?? 0);
    await cash.reverse('Boshqa mijozning puli');
    await cash.openPayment(client);
    await expect(row).toContainText(cashbox.days_one.replace('{{n}}', '17'));
  });
  await test.step('late again, and a part ahead', async () => {
    await cash.pay(MONTH + 100_000);
    await expect(cash.taken).toContainText(formatNumber(MONTH + 100_000));
  });
  await test.step('what was ahead has paid its part; the rest closes the contract', async () => {
    await come('2027-02-15');
    await preset('all').click();
    await take(MONTH - 100_000);
    type Shown = { data: { status: string; owed: number } };
    const { data } = await done(api<Shown>(director, 'GET', `/contract/show/${contract}`, undefined, 'client'));
    expect(data).toMatchObject({ status: 'closed', owed: 0 });
    for (const report of await control.ledgers()) expect(report.differences, report.ledger).toEqual([]);
  });
});
