/** The browser layer of the practice day: each path has a branch of its own; the header follows. */
import { expect } from '@playwright/test';
import type { PracticeDay, PracticeDayStatus } from '../../contract/practiceDay.ts';
import { practiceDayModel } from '../../machines/practiceDay/practiceDay.model.ts';
import { formatDate, tashkentDay } from '../../src/format/dates.ts';
import { api, type Branch, control, signIn, test } from '../harness/control.ts';
import { lineBody, TestInvoice } from '../harness/testInvoice.ts';
import { dayTexts, PracticeDayPage } from '../pages/practiceDayPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

class World extends PracticeDayPage {
  readonly branch: Branch;
  constructor({ page }: Opening, branch: Branch) {
    super(page);
    this.branch = branch;
  }
  async stored(): Promise<PracticeDay | undefined> {
    const path = `/practice_day/index?organization_id=${this.branch.organizationId}`;
    const { body } = await api<{ data: PracticeDay[] }>(this.branch.people.director, 'GET', path, undefined, 'cash');
    return body.data[0];
  }
}

const seen = (status: PracticeDayStatus, header: RegExp, buttons: Parameters<World['button']>[0][]) =>
  async function look(world: World): Promise<void> {
    await expect(world.card).toHaveAttribute('data-status', status);
    for (const name of ['start-closing', 'resume', 'close', 'reopen', 'open'] as const)
      await expect(world.button(name)).toHaveCount(buttons.includes(name) ? 1 : 0);
    await expect(world.practice).toHaveText(header);
    expect((await world.stored())?.status).toBe(status);
  };

runBrowserLayer<World>('practiceDay', practiceDayModel, {
  async open(opening) {
    const branch = await control.branch();
    await signIn(opening.context, branch.people.director);
    const world = new World(opening, branch);
    await world.goto();
    return world;
  },
  onServer: true,
  verbs: {
    'begins to close it': (world) => world.startClosing(),
    'goes on working': (world) => world.button('resume').click(),
    'closes it': (world) => world.close(),
    'reopens it': (world) => world.reopen('Kirim qolib ketgan'),
  },
  states: {
    open: seen('open', /21-noyabr(?!,)/, ['start-closing']),
    closing: seen('closing', /21-noyabr, yopilmoqda/, ['resume', 'close']),
    closed: seen('closed', /ochilmagan/, ['reopen', 'open']),
  },
});

test('what blocks the closing is shown with its link, the next day opens with its rates', async ({
  page,
  context,
  branch,
}) => {
  const { director } = branch.people;
  const invoice = await TestInvoice.of(branch, [lineBody(1)]);
  await api(director, 'PUT', `/product_invoice/send_for_confirmation/${invoice.id}`, { value: true });
  await signIn(context, director);
  const day = new PracticeDayPage(page);
  await day.goto();
  await expect(page.getByTestId('day-blockers').getByRole('link', { name: invoice.number })).toHaveAttribute(
    'href',
    `/repositories/organization-invoice/${invoice.id}`,
  );
  await expect(day.button('start-closing')).toBeDisabled();
  await api(director, 'PUT', `/product_invoice/invoice_confirmation/${invoice.id}`, { value: true });
  await page.reload();
  await expect(page.getByTestId('day-blockers')).toContainText(dayTexts.blockers.none);
  await day.startClosing();
  await day.close();

  // a day without its rates is not opened
  await page.getByLabel(dayTexts.open.date).fill('22.11.2026');
  for (const [currency, rate] of [
    ['USD', '12010'],
    ['EUR', '13800,5'],
  ] as const) {
    const field = page.getByLabel(new RegExp(`^${currency}`));
    if ((await field.count()) > 0) await field.fill(rate);
  }
  const ruble = page.getByLabel(/^RUB/);
  await ruble.fill('');
  await day.button('open').click();
  await expect(ruble).toHaveAttribute('aria-invalid', 'true');
  await ruble.fill('140');
  await day.button('open').click();
  await expect(day.card).toHaveAttribute('data-status', 'open');
  await expect(day.practice).toContainText('22');
  await expect(page.getByTestId('day-rates')).toContainText('140');

  await page.goto(`/settings/manage-practice-day?view=days&organization_id=${branch.organizationId}`);
  await page.getByRole('button', { name: '21.11.2026' }).first().click();
  await expect(page.getByTestId('day-history').locator('[data-event="day.close"]')).toContainText(director.fullname);
});

test('the rates follow the chosen day, and one that somebody else entered is written over only by a choice', async ({
  page,
  context,
  branch,
}) => {
  // a week ahead may be opened; today, which the form proposes, is another day
  const [chosen, other] = [3, 5].map((days) => Date.now() + days * 86_400_000).map(tashkentDay) as [string, string];
  const { director } = branch.people;
  type Rates = { data: { rates: { currency: string; rate: number | null }[] } };
  const ratesOn = async (date: string) =>
    (await api<Rates>(director, 'GET', `/currency_rate/day?date=${date}`, undefined, 'cash')).body.data.rates;
  const enter = async (date: string, rates: Record<string, number>) => {
    const there = await ratesOn(date);
    const list = Object.entries(rates).map(([currency, rate]) => {
      return { currency, rate, seen: there.find((one) => one.currency === currency)?.rate ?? null };
    });
    expect((await api(director, 'PUT', '/currency_rate/update', { date, rates: list }, 'cash')).status).toBe(200);
  };
  await enter(chosen, { USD: 12_100, EUR: 13_100, RUB: 131 });
  await signIn(context, director);
  const day = new PracticeDayPage(page);
  await day.goto();
  await day.startClosing();
  await day.close();
  await day.rate('USD').fill('12050');
  await page.getByLabel(dayTexts.open.date).fill(formatDate(chosen));
  await expect(day.rate('EUR')).toHaveValue(/^13\s100$/);
  await expect(day.rate('USD')).toHaveValue(/^12\s050$/);
  await day.button('open').click();
  await expect(day.rate('USD')).toHaveAttribute('aria-invalid', 'true');
  await expect(day.card).toHaveAttribute('data-status', 'closed');
  // another day without a rate of its own: what was written stays, with the day it was written for
  await page.getByLabel(dayTexts.open.date).fill(formatDate(other));
  await expect(page.locator('[data-currency="USD"]')).toContainText('uchun yozgansiz');
  await page.getByLabel(dayTexts.open.date).fill(formatDate(chosen));
  await day.clash.getByRole('button', { name: /^12\s100/ }).click();
  await expect(day.rate('USD')).toHaveValue('12100');
  await expect(day.rate('USD')).toBeFocused();
  await day.button('open').click();
  await expect(day.card).toHaveAttribute('data-status', 'open');
  expect((await ratesOn(chosen)).map(({ rate }) => rate)).toEqual([12_100, 13_100, 131]);

  // another one changes a rate while this form is open: only what is changed here is sent
  const change = page.getByTestId('rates-change');
  await change.click();
  await enter(chosen, { USD: 12_200 });
  await day.rate('EUR').fill('13200');
  await page.getByTestId('rates-save').click();
  await expect(change).toBeVisible();
  expect((await ratesOn(chosen)).map(({ rate }) => rate)).toEqual([12_200, 13_200, 131]);
  await change.click();
  await enter(chosen, { USD: 12_300 });
  await day.rate('USD').fill('12250');
  await page.getByTestId('rates-save').click();
  await expect(day.clash).toContainText(/12\s300 kiritilgan/);
  expect((await ratesOn(chosen))[0]?.rate).toBe(12_300);
  await day.clash.getByRole('button', { name: /^12\s250/ }).click();
  await page.getByTestId('rates-save').click();
  await expect(change).toBeVisible();
  expect((await ratesOn(chosen))[0]?.rate).toBe(12_250);
});
