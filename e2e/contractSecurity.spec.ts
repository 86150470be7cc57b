/**
 * A contract with a car and a guarantor from its draft to the day after it was paid: signing takes both, the closing of the day
 * gives both back, and the window and the paper of the contract say so.
 */
import { expect } from '@playwright/test';
import { formatNumber } from '../contract/figures.ts';
import contractError from '../locales/ru/directories/contractError.json' with { type: 'json' };
import guaranteeChart from '../locales/uz/machines/guarantee.json' with { type: 'json' };
import pledgeChart from '../locales/uz/machines/pledgeEvaluation.json' with { type: 'json' };
import sale from '../locales/uz/sale.json' with { type: 'json' };
import { plainPathOf, withQuery } from '../src/routes/registry.ts';
import { type BranchPerson, control, signIn, test } from './harness/control.ts';
import { sendFile, sendPicture } from './harness/files.ts';
import { must, pinflOf, TestSale } from './harness/testSale.ts';
import { CashPage } from './pages/cashPage.ts';
import { searchOption } from './pages/remoteSelect.ts';

const YEAR = new Date().getFullYear();
const LONG = 'Abdurahmonova-Mirzayusupova Gulchehraxon Toʻlqinjonovna';

/** An approved car of the client, with an extract of the register. */
async function approvedCar({ branch, clientId }: TestSale, decider: BranchPerson): Promise<void> {
  const { director } = branch.people;
  const made = async (path: string, body: object) =>
    (await must<{ id: number }>(director, 'client', 'POST', `/${path}/create`, body)).id;
  await control.pledgeFigures(decider.id);
  const brand_id = await made('pledge_car_brand', { name: `Marka ${branch.organizationId}` });
  const years = { from: YEAR - 20, to: null };
  const model_id = await made('pledge_car_model', { name: `Model ${branch.organizationId}`, brand_id, years });
  const id = await made('pledge_evaluation', {
    ...{ client_id: clientId, model_id, plate: '01 A 123 BC', year: String(YEAR - 5), mileage: 87_400 },
    ...{ vin: `XWBJA69V9DA${String(branch.organizationId).padStart(6, '0')}`, condition: 'good' },
  });
  const files = `/client/api/pledge_evaluation/upload_file/${id}`;
  await sendPicture(director, files);
  await sendFile(director, files, new File(['%PDF-1.4 reyestr'], 'reyestr.pdf', { type: 'application/pdf' }));
  const step = (who: BranchPerson, verb: string, body: object = {}) =>
    must(who, 'client', 'PUT', `/pledge_evaluation/${verb}/${id}`, body);
  await step(director, 'inspect');
  await step(director, 'value', { market: 96_000_000 });
  await step(decider, 'approve');
}

test('a car and a guarantor are bound by the signing and free when the day of the last payment is closed', async ({
  page,
  context,
}) => {
  const made = await TestSale.begin(undefined, LONG);
  const { branch, client, clientId } = made;
  const { director, accountant } = branch.people;
  const guarantor = `Kafil Karimova ${branch.organizationId}`;
  await must(director, 'client', 'POST', '/client/create', {
    ...{ fullname: guarantor, birth_date: '1985-06-15', gender: 'female', consent: true, doubles_checked: true },
    pinfl: pinflOf(branch, 'female'),
    documents: [
      {
        number: `KC${String(branch.organizationId).padStart(7, '0')}`,
        ...{ issued_by: 'IIB', issued_on: '2020-01-15', expires_on: '2035-01-14' },
      },
    ],
    phones: [{ phone: '+998901234568', owner: 'self' }],
  });
  await approvedCar(made, accountant);
  const { id } = await made.contract();
  await signIn(context, director);
  const open = () => page.goto(withQuery(plainPathOf('contracts'), { row: id }));
  const car = page.getByTestId('contract-pledge');
  const guarantors = page.getByTestId('guarantors');

  await test.step('the draft names both, and is signed', async () => {
    await page.goto(withQuery(plainPathOf('createContract'), { row: id }));
    await page.getByTestId('contract-draft').getByLabel(sale.pledge, { exact: true }).selectOption({ index: 1 });
    await guarantors.getByText(sale.guarantorChoose).click();
    await searchOption(page, guarantor);
    await expect(guarantors.getByRole('listitem')).toContainText(guarantor);
    await page.getByTestId('contract-sign').click();
    await expect(car).toContainText(pledgeChart.states.pledged.name);
    await expect(guarantors).toContainText(guaranteeChart.states.signed.name);
    // 1,120,000 less 200,000
    await expect(guarantors).toContainText(sale.guarantorAmount.replace('{{sum}}', formatNumber(920_000)));
  });

  await test.step('its paper: whole names, quoted conditions, lines to sign on side by side', async () => {
    await page.evaluate(() => {
      window.print = () => {};
    });
    await page.getByTestId('print-uz').click();
    const paper = page.getByTestId('print-sheet');
    await page.emulateMedia({ media: 'print' });
    for (const words of [client, guarantor, formatNumber(1_120_000), formatNumber(306_000), formatNumber(308_000)])
      await expect(paper).toContainText(words);
    // the pledge is section 4
    await expect(paper.getByRole('listitem').first()).toContainText(/^5\.1\. /);
    const lines = await paper.locator('.paper-line').all();
    const tops = await Promise.all(lines.map(async (line) => (await line.boundingBox())?.y ?? 0));
    expect(tops).toHaveLength(3);
    expect(Math.abs((tops[0] ?? 0) - (tops[1] ?? 0))).toBeLessThan(1);
    await page.emulateMedia({ media: null });
  });

  await test.step('all is paid and handed over: closed, with both still bound until the day is over', async () => {
    const cash = new CashPage(page);
    await cash.openPayment(clientId);
    await cash.pay(1_120_000);
    await expect(cash.taken).toContainText(formatNumber(1_120_000));
    const { number } = await made.show(id);
    await made.handOver(number ?? '');
    await open();
    await expect(car).toContainText(pledgeChart.states.pledged.name);
    // nothing is left of the schedule
    await expect(page.getByTestId('instalments').locator('tfoot td').last()).toHaveText('0');
  });

  await test.step('the day is closed: both are free', async () => {
    const path = `/practice_day/state?organization_id=${branch.organizationId}`;
    const { day } = await must<{ day: { id: number } }>(director, 'cash', 'GET', path);
    for (const verb of ['start_closing', 'close'])
      await must(director, 'cash', 'PUT', `/practice_day/${verb}/${day.id}`, {});
    await open();
    await expect(car).toContainText(pledgeChart.states.released.name);
    await expect(guarantors).toContainText(guaranteeChart.states.released.name);
    await expect(guarantors).toContainText(sale.guarantorAnswered.replace('{{sum}}', formatNumber(920_000)));
  });
});

test('a list on a wide screen shows of each error of a contract the whole sentence', async ({
  page,
  context,
  branch,
}) => {
  const instalments = [{ due: '2026-12-15', amount: 100_000 }];
  const { contract } = await control.contract({ branch, firstPayment: 0, handedOver: '2026-11-21', instalments });
  await control.contractError(contract);
  await signIn(context, branch.people.director, 'ru');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(withQuery(plainPathOf('containErrorContracts'), { organization_id: branch.organizationId }));
  const cell = page.locator('tbody td').filter({ hasText: 'График не равен сумме договора: по договору' });
  await expect(cell).toContainText(/по графику 99\s000 сум, разница 1\s000\./);
  const { hidden, dotted } = await cell.evaluate((at) => ({
    hidden: at.scrollWidth > at.clientWidth,
    dotted: getComputedStyle(at).textOverflow === 'ellipsis' || at.querySelector('.cut') !== null,
  }));
  expect({ hidden, dotted }).toEqual({ hidden: false, dotted: false });
});

test('a phone shows of each error of a contract what kind it is', async ({ page, context, branch }) => {
  const instalments = [{ due: '2026-12-15', amount: 100_000 }];
  const { contract } = await control.contract({ branch, firstPayment: 0, handedOver: '2026-11-21', instalments });
  await control.contractError(contract);
  await signIn(context, branch.people.director, 'ru');
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goto(withQuery(plainPathOf('containErrorContracts'), { organization_id: branch.organizationId }));
  const row = page.locator('tbody tr').first();
  await expect(row).toContainText(contractError.values.code.schedule_total);
});
