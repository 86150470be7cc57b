/** A delivery of forty phones through the serial desk, with a scanner's speed and the mistakes of a real morning. */
import { expect } from '@playwright/test';
import { api, control, signIn, test } from './harness/control.ts';
import { imeiOf, invoiceWithLine, newImei, SerialDeskPage, texts, wrongOf } from './pages/serialDeskPage.ts';

/** A scanner sends a key every few milliseconds; a person takes the next box in half a second. */
const KEY = 2;

test('forty phones scanned, three of them bad, corrected and saved', async ({ page, context }) => {
  test.slow();
  const branch = await control.branch({ products: 1, serials: 1, imeis: 1 });
  const [phone] = branch.products;
  const invoice = await invoiceWithLine(branch, phone?.id ?? 0, 40);
  const imeis = Array.from({ length: 40 }, newImei);
  const [first = '', second = '', third = ''] = imeis;
  // one of the delivery is in stock already
  const known = newImei();
  const { organizationId, warehouseId } = branch;
  await control.move({
    organizationId,
    warehouseId,
    lines: [{ variantId: phone?.id ?? 0, qty: 1, serials: [known] }],
  });
  await signIn(context, branch.people.purchaser);
  const desk = new SerialDeskPage(page);
  await desk.open(invoice.id);
  await expect(desk.figure('needed')).toHaveText('40');
  await expect(desk.field).toBeFocused();

  const scanned = [...imeis];
  scanned[5] = wrongOf(imeis[5] ?? '');
  scanned[20] = third;
  scanned[30] = known;
  for (const imei of scanned) {
    await page.keyboard.type(imei, { delay: KEY });
    await page.keyboard.press('Enter');
  }
  await expect(desk.figure('listed')).toHaveText('40');
  // what is in stock elsewhere is said before anything is saved
  await expect(desk.figure('bad')).toHaveText('3');
  const elsewhere = desk.units.filter({ hasText: known });
  const inStock = texts.faults.in_stock.replace('{{where}}', `${branch.organization}, shop`);
  await desk.onlyBad();
  await expect(desk.faulty).toHaveCount(3);
  await expect(elsewhere).toContainText(inStock);

  // half of the work is on the screen only: a reload loses nothing
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await desk.openDesk();
  await expect(desk.figure('listed')).toHaveText('40');

  await desk.save();
  await expect(desk.figure('saved')).toHaveText('37');
  await expect(desk.figure('listed')).toHaveText('3');
  await expect(desk.faulty).toHaveCount(3);
  await expect(elsewhere).toContainText(inStock);

  // the repeated one has lost the other to the saved list
  await desk.edit(desk.units.filter({ hasText: wrongOf(imeis[5] ?? '') }));
  await page.keyboard.type(imeis[5] ?? '', { delay: KEY });
  await page.keyboard.press('Enter');
  await desk.edit(desk.units.filter({ hasText: third }));
  await page.keyboard.type(imeis[20] ?? '', { delay: KEY });
  await page.keyboard.press('Enter');
  await desk.remove(elsewhere);
  await desk.scan(imeis[30] ?? '');
  await expect(desk.figure('bad')).toHaveText('0');
  await desk.save();
  await expect(desk.figure('saved')).toHaveText('40');
  await expect(desk.figure('listed')).toHaveText('0');

  // one more does not fit; a deleted one makes room
  await desk.scan(newImei());
  await expect(desk.faulty).toHaveCount(1);
  await desk.askDelete();
  await desk.confirmDelete();
  await expect(desk.figure('saved')).toHaveText('39');
  await expect(desk.faulty).toHaveCount(0);
  await desk.close();
  await desk.discard();
  await expect(page.getByTestId('line-serials').getByText('39 / 40')).toBeVisible();
  expect(first).not.toBe(second);
});

test('one number for a line of goods without serial numbers', async ({ page, context, branch }) => {
  const invoice = await invoiceWithLine(branch, 1, 5);
  await signIn(context, branch.people.purchaser);
  const desk = new SerialDeskPage(page);
  await desk.open(invoice.id);
  await expect(desk.expected).toHaveText(texts.expected.number);
  await desk.scan('P-100');
  await desk.scan('P-200');
  await expect(desk.units).toHaveCount(1);
  await desk.save();
  await expect(desk.savedUnits).toHaveText(/P-200/);
  await desk.askDelete();
  await desk.confirmDelete();
  await expect(desk.savedUnits).toHaveCount(0);
});

test('of a thousand units only those that are seen are drawn', async ({ page, context, branch }) => {
  test.slow();
  const invoice = await invoiceWithLine(branch, 11, 2_000);
  await signIn(context, branch.people.purchaser);
  const desk = new SerialDeskPage(page);
  await desk.open(invoice.id);
  await desk.paste(Array.from({ length: 1_000 }, (_, at) => `TV-${branch.organizationId}-${at}`).join('\n'));
  await expect(desk.figure('listed')).toHaveText(/1.?000/);
  expect(await desk.units.count()).toBeLessThan(60);
  // each is listed at once, and no row that cannot be seen is drawn
  await page.evaluate(async () => {
    const field = document.querySelector<HTMLInputElement>('[data-testid="desk-scan"]');
    if (field === null) throw new Error('no field');
    for (let at = 0; at < 20; at += 1) {
      field.value = `NEW-${at}`;
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
      await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
    }
  });
  await expect(desk.figure('listed')).toHaveText(/1.?020/);
  expect(await desk.units.count()).toBeLessThan(60);
});

test('models are shown beside IMEIs once their list is loaded, with a warning for another brand than the line’s', async ({
  page,
  context,
  branch,
}) => {
  const { organizationId, people } = branch;
  const sku = `A14-${organizationId}`;
  const title = `Samsung Galaxy A14 ${organizationId}`;
  await control.catalogue({
    organizationId,
    userId: people.director.id,
    csv: `sku,title,category,is_serial_number,quantity\n${sku},${title},Smartfonlar,true,0`,
    phones: [sku],
  });
  const found = await api<{ data: { id: number }[] }>(
    people.purchaser,
    'GET',
    `/product_variant/get_all?search=${sku}`,
  );
  const invoice = await invoiceWithLine(branch, found.body.data[0]?.id ?? 0, 3);
  const report = await control.tac(
    ['tac,brand,model', '35000344,Samsung,Galaxy A14 5G', '35100001,Nokia,3310', '1234,Nokia,short'].join('\n'),
  );
  expect(report).toMatchObject({ rows: 3, loaded: 2, bad: [{ line: 4 }] });

  await signIn(context, people.purchaser);
  const desk = new SerialDeskPage(page);
  await desk.open(invoice.id);
  const unit = organizationId * 100;
  const [own, strange, unknown] = ['35000344', '35100001', '35999999'].map((tac) => imeiOf(unit, tac)) as [
    string,
    string,
    string,
  ];
  for (const imei of [own, strange, unknown]) await desk.scan(imei);
  const model = (list: typeof desk.units, imei: string) =>
    list.filter({ hasText: new RegExp([...imei].join('\\s*')) }).locator('.desk-model');
  await expect(model(desk.units, own)).toHaveText('Samsung Galaxy A14 5G');
  // a warning only: the list may be wrong, the box is in the hand
  await expect(model(desk.units, strange)).toHaveText(`Nokia 3310 · ${texts.list.strange}`);
  await expect(desk.faulty).toHaveCount(0);
  await expect(desk.units).toHaveCount(3);
  await expect(model(desk.units, unknown)).toHaveCount(0);

  await desk.save();
  await expect(desk.figure('saved')).toHaveText('3');
  await expect(model(desk.savedUnits, own)).toHaveText('Samsung Galaxy A14 5G');
  await expect(model(desk.savedUnits, unknown)).toHaveCount(0);
});
