/** Keys at the payment window that nobody means, and a payment whose answer is lost. */
import { type CDPSession, expect, type Page } from '@playwright/test';
import { cashDocumentPay } from '../contract/cashDocuments.ts';
import { formatNumber } from '../contract/figures.ts';
import { api, type Branch, control, signIn, test } from './harness/control.ts';
import { Gate } from './machines/kit.ts';
import { CashPage, texts } from './pages/cashPage.ts';

const SUM = 100_000;
const OWED = 50 * SUM;
const FROZEN_MS = 1_200;

interface Made {
  branch: Branch;
  client: number;
}

async function owing(): Promise<Made> {
  const branch = await control.branch();
  await control.desk(branch.organizationId);
  const instalments = [{ due: '2026-11-20', amount: OWED }];
  const { client } = await control.contract({ branch, firstPayment: 0, handedOver: '2026-11-19', instalments });
  return { branch, client };
}

async function paymentsOf({ branch, client }: Made): Promise<number[]> {
  const path = `/cash_document/index?client_id=${client}`;
  const { body } = await api<{ data: { amount: number }[] }>(branch.people.director, 'GET', path, undefined, 'cash');
  return body.data.map(({ amount }) => amount);
}

/** Keys as the keyboard sends them: nobody waits for the page. */
class Keyboard {
  readonly #page: Page;
  readonly #session: CDPSession;
  constructor(page: Page, session: CDPSession) {
    this.#page = page;
    this.#session = session;
  }
  static on = async (page: Page) => new Keyboard(page, await page.context().newCDPSession(page));

  #send(key: string, more: object = {}): Promise<unknown>[] {
    const code = key === 'Enter' ? 13 : key.charCodeAt(0);
    const text = key === 'Enter' ? '\r' : key;
    const of = { key, windowsVirtualKeyCode: code, ...more };
    return [
      this.#session.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...of }),
      this.#session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...of }),
    ];
  }
  /** The page is frozen; the key is pressed meanwhile and comes when the page goes on. */
  async whileFrozen(key: string, { ctrl = false } = {}): Promise<void> {
    const frozen = this.#page.evaluate((ms) => {
      const until = performance.now() + ms;
      while (performance.now() < until);
    }, FROZEN_MS);
    // it is frozen by now
    await new Promise((done) => setTimeout(done, FROZEN_MS / 4));
    await Promise.all([frozen, ...this.#send(key, { modifiers: ctrl ? 2 : 0 })]);
  }
  /** A scanner: each key five milliseconds after the one before. */
  async scan(code: string): Promise<void> {
    const begun = Date.now() / 1_000;
    await Promise.all([...code, 'Enter'].flatMap((key, n) => this.#send(key, { timestamp: begun + n * 0.005 })));
  }
}

test('the key that took the payment is still held when the answer comes: letting it go presses nothing', async ({
  page,
  context,
}) => {
  const made = await owing();
  await signIn(context, made.branch.people.director);
  const cash = new CashPage(page);
  await cash.openPayment(made.client);
  await cash.tendered.fill(String(SUM));
  await expect(cash.takeButton).toBeEnabled();
  await page.keyboard.down('Control');
  await page.keyboard.down('Enter');
  await expect(page.getByTestId('payment-next')).toBeFocused();
  await page.keyboard.up('Enter');
  await page.keyboard.up('Control');
  // the change and the receipt stay until somebody goes on
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(cash.taken).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(cash.taken).toHaveCount(0);
});

test('keys that were typed while the page was frozen take no money, and a scan is no sum', async ({
  page,
  context,
}) => {
  const made = await owing();
  await signIn(context, made.branch.people.director);
  const cash = new CashPage(page);
  await cash.openPayment(made.client);
  const keyboard = await Keyboard.on(page);
  await cash.tendered.fill(String(SUM));
  await expect(cash.takeButton).toBeEnabled();

  await cash.tendered.focus();
  await keyboard.whileFrozen('Enter', { ctrl: true });
  await cash.takeButton.focus();
  for (const key of ['Enter', ' ']) await keyboard.whileFrozen(key);
  await expect(cash.takeButton).toBeEnabled();
  await expect(cash.taken).toHaveCount(0);

  await cash.tendered.focus();
  await page.keyboard.press('End');
  await keyboard.scan('478000000');
  await expect(cash.tendered).toHaveValue(formatNumber(SUM));
  await cash.takeButton.focus();
  await keyboard.scan('478000000');
  await expect(cash.takeButton).toBeEnabled();
  expect(await paymentsOf(made)).toEqual([]);

  // the same key, pressed now, is meant
  await cash.takeButton.press('Enter');
  await expect(cash.taken).toBeVisible();
  expect(await paymentsOf(made)).toEqual([SUM]);
});

for (const language of ['uz', 'ru'] as const)
  test(`the id of a payment is kept before it is sent: a reload after a lost answer finds it: ${language}`, async ({
    page,
    context,
  }) => {
    const made = await owing();
    await signIn(context, made.branch.people.director, language);
    const cash = new CashPage(page);
    const sent: string[] = [];
    page.on('request', (request) => {
      const key = request.headers()['idempotency-key'];
      if (request.url().endsWith('/cash_document/pay') && key !== undefined) sent.push(key);
    });
    const gate = await Gate.at(page, cashDocumentPay);
    await cash.openPayment(made.client);
    await page.getByTestId('desk').locator('input.num').first().fill(String(SUM));
    await cash.takeButton.click();
    const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('money-step') ?? 'null') as { key: string });
    // the server has not heard of it yet
    await expect.poll(async () => (await kept())?.key).toBeTruthy();
    expect(await paymentsOf(made)).toEqual([]);
    const { key } = await kept();
    await gate.lose();
    await expect(cash.unknown).toBeVisible();
    await page.reload();
    await expect(cash.unknown).toBeVisible();
    await page.getByTestId('payment-ask').click();
    await gate.pass();
    await expect(cash.taken).toBeVisible();
    expect(await paymentsOf(made)).toEqual([SUM]);
    expect(new Set(sent)).toEqual(new Set([key]));
    expect(await kept()).toBeNull();
  });

test('the paper of a receipt has the receipt alone, with the instalments that were paid', async ({ page, context }) => {
  const made = await owing();
  await signIn(context, made.branch.people.director);
  const cash = new CashPage(page);
  await cash.openPayment(made.client);
  await cash.pay(SUM);
  await expect(cash.taken).toBeVisible();
  const path = `/cash_document/index?client_id=${made.client}`;
  const { body } = await api<{ data: { id: number }[] }>(made.branch.people.director, 'GET', path, undefined, 'cash');
  const print = page.getByRole('button', { name: texts.cashbox.receipt.print });
  for (const open of [async () => {}, () => cash.openDocument(body.data[0]?.id ?? 0)]) {
    await open();
    await page.evaluate(() => {
      window.print = () => {};
    });
    await print.click();
    await page.emulateMedia({ media: 'print' });
    const paper = page.locator('.print-sheet');
    await expect(paper).toContainText('20.11.2026');
    await expect(paper).toContainText(formatNumber(SUM));
    await expect(page.locator('.app')).toBeHidden();
    await page.emulateMedia({ media: null });
  }
});
