/**
 * The largest letters on a phone, in dialogs and on the counting screen: everything can be reached, no figure is cut or
 * broken, lists have height, the result of a scan is seen.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import { type CountingPerson, TestAct } from './harness/acts.ts';
import { api, control, signIn, test } from './harness/control.ts';
import { lookAtLayout, settled } from './harness/layout.ts';
import { texts } from './pages/actPage.ts';
import { CashPage } from './pages/cashPage.ts';
import { PastePage } from './pages/pastePage.ts';
import { invoicePath, invoiceWithLine, newImei, SerialDeskPage } from './pages/serialDeskPage.ts';

const LIST = '/repositories/act-of-counting';
const PHONE = { width: 390, height: 844 };
const LANGUAGES = ['uz', 'ru'] as const;

test.use({ viewport: PHONE, reducedMotion: 'reduce' });

/** On one size of letters and window; a picture of it is kept where the variable names a folder. */
async function dressed(page: Page, fontSize: number, width = PHONE.width): Promise<void> {
  await page.setViewportSize({ width, height: width === PHONE.width ? PHONE.height : 768 });
  await page.evaluate((newValue) => {
    localStorage.setItem('fontSize', newValue);
    window.dispatchEvent(new StorageEvent('storage', { key: 'fontSize', newValue }));
  }, String(fontSize));
  await expect(page.locator('html')).toHaveCSS('font-size', `${fontSize}px`);
  await settled(page, width);
}

async function picture(page: Page, name: string): Promise<void> {
  const folder = process.env.LETTERS_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: `${folder}/${name.replaceAll(' ', '-')}.png` });
}

/** What within the place stands beside it, cannot be pressed however it is scrolled, or is cut or broken. */
const faults = (place: Locator) =>
  place.evaluate((root) => {
    const found: string[] = [];
    const room = root.getBoundingClientRect();
    const words = (one: Element) => (one.textContent?.trim() || one.getAttribute('aria-label') || '').slice(0, 40);
    const all = (selector: string) =>
      [...root.querySelectorAll<HTMLElement>(selector)].filter(
        (one) =>
          one.checkVisibility({ visibilityProperty: true }) &&
          one.getBoundingClientRect().width > 1 &&
          one.closest('.unseen') === null,
      );
    for (const one of all('button, label, input, select, .count, .end-acts > *, dd, td, p')) {
      const { left, right } = one.getBoundingClientRect();
      if (left < room.left - 1 || right > room.right + 1) found.push(`"${words(one)}" is outside`);
    }
    for (const one of all('button:not(:disabled)')) {
      one.scrollIntoView({ block: 'center', inline: 'center' });
      const { left, top, width, height } = one.getBoundingClientRect();
      const hit = document.elementFromPoint(left + width / 2, top + height / 2);
      if (hit === null || !one.contains(hit)) found.push(`"${words(one)}" cannot be pressed`);
    }
    const range = document.createRange();
    for (const code of all('li .code')) {
      range.selectNodeContents(code);
      const words = range.getBoundingClientRect();
      for (const button of code.closest('li')?.querySelectorAll('button') ?? []) {
        const { left, right, top, bottom } = button.getBoundingClientRect();
        if (left < words.right && words.left < right && top < words.bottom && words.top < bottom)
          found.push(`a button lies over "${code.textContent}"`);
      }
    }
    for (const figure of all('dd, .desk-sku, .count, .card-figure')) {
      range.selectNodeContents(figure);
      const tops = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 4)));
      if (tops.size > 1) found.push(`"${words(figure)}" breaks`);
    }
    return found;
  });

/** The words within that go over to another line in their middle, or those of another pattern. */
const brokenWords = (place: Locator, word = /[\p{L}\p{N}]+/gu) =>
  place.evaluate((element, { source, flags }) => {
    const range = document.createRange();
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
      for (const { 0: word, index } of (text.textContent ?? '').matchAll(new RegExp(source, flags))) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
    return found;
  }, word);

/** What the rules of every page find in fields that have no room for their words. */
const unread = async (page: Page) =>
  (await lookAtLayout(page)).faults.filter((fault) => /where it is chosen|in its field/.test(fault));

for (const language of LANGUAGES) {
  test(`the serial desk scrolls as a whole, ${language}`, async ({ page, context }) => {
    const branch = await control.branch({ products: 1, serials: 1, imeis: 2 });
    const invoice = await invoiceWithLine(branch, branch.products[0]?.id ?? 0, 12);
    await signIn(context, branch.people.purchaser, language);
    const desk = new SerialDeskPage(page);
    await page.goto(invoicePath(invoice.id));
    await dressed(page, 28);
    await desk.openDesk();
    const [one, two, three] = [newImei(), newImei(), newImei()];
    for (const code of [one, two, three, three]) await desk.scan(code);
    const dialog = page.locator('.serial-desk');
    for (const size of [28, 24, 20, 16]) {
      await dressed(page, size);
      expect(await faults(dialog), `${size} px`).toEqual([]);
      expect(await unread(page), `${size} px`).toEqual([]);
      const list = await page.locator('.desk-units > .desk-scroll').boundingBox();
      expect(list?.height, `the list at ${size} px`).toBeGreaterThanOrEqual(8 * size);
      await picture(page, `desk-${language}-${size}-end`);
      await dialog.evaluate((one) => one.scrollTo(0, 0));
      await picture(page, `desk-${language}-${size}`);
    }
    // with room enough the list alone scrolls
    await dressed(page, 16, 1440);
    expect(await dialog.evaluate((one) => one.scrollHeight - one.clientHeight)).toBe(0);
    await picture(page, `desk-${language}-1440-16`);
  });

  test(`a pasted list shows names and faults whole, ${language}`, async ({ page, context }) => {
    const branch = await control.branch({ products: 3 });
    const invoice = await invoiceWithLine(branch, branch.products[0]?.id ?? 0, 2);
    await signIn(context, branch.people.purchaser, language);
    const paste = new PastePage(page);
    await page.goto(invoicePath(invoice.id));
    await page.getByTestId('lines-paste').waitFor();
    const [one, two] = branch.products.map(({ sku }) => sku);
    await paste.pasteOnPage(`Artikul\tSoni\tNarxi\n${one}\t3\t50000\n9999-1\t2\t3\n${two}\t0\t100`);
    await paste.expectLines(1, 3);
    const dialog = page.locator('.bp6-dialog.paste');
    for (const [width, size] of [
      [390, 28],
      [390, 16],
      [1024, 28],
      [1440, 28],
      [1440, 16],
    ] as const) {
      await dressed(page, size, width);
      expect(await faults(dialog), `${width} × ${size}`).toEqual([]);
      expect(await unread(page), `${width} × ${size}`).toEqual([]);
      // nothing is hidden beyond an edge, and what is shown is not cut
      const cut = await page.locator('.paste-scroll').evaluate((place) => {
        const parts = place.querySelectorAll('.name-end, .paste-name > .name-cut > .cut:only-child, .paste-reasons');
        return [...parts].filter((part) => part.scrollWidth > part.clientWidth + 1).map((part) => part.textContent);
      });
      expect(cut, `${width} × ${size}`).toEqual([]);
      const { over, height } = await page.locator('.paste-scroll').evaluate((place) => ({
        over: place.scrollWidth - place.clientWidth,
        height: place.clientHeight,
      }));
      expect(over, `${width} × ${size}`).toBeLessThanOrEqual(0);
      expect(height).toBeGreaterThanOrEqual(11 * size);
      await picture(page, `paste-${language}-${width}-${size}`);
    }
    // refused: the words take room above the table, and the buttons stay whole within the dialog
    await dressed(page, 28, 1440);
    await page.route('**/input_product/create_many/*', (route) =>
      route.fulfill({
        status: 422,
        json: { message: 'Xato', code: 'validation', request_id: '7f3a-91c2', errors: { 'lines.0.value': ['Xato'] } },
      }),
    );
    await paste.press('add');
    await expect(page.getByTestId('paste-refused')).toBeVisible();
    await expect(page.locator('.paste-table tr.bad')).toHaveCount(3);
    await expect(paste.addButton).toBeDisabled();
    await expect(paste.table).toBeFocused();
    const [box, foot] = await Promise.all([dialog.boundingBox(), dialog.locator('.action-bar').boundingBox()]);
    expect((foot?.y ?? 0) + (foot?.height ?? 0)).toBeLessThanOrEqual((box?.y ?? 0) + (box?.height ?? 0) + 0.5);
    await picture(page, `paste-${language}-refused`);
  });

  test(`counting: chips, names, the card of a scan, the figures handed in, ${language}`, async ({ page, browser }) => {
    const branch = await control.branch({ products: 12 });
    const { keeper, counter1, counter2 } = branch.people;
    const [first = 0, second = 0] = branch.products.map(({ id }) => id);
    const act = await TestAct.of(branch);
    const chosen = await api<{ computing_act_user: { id: number } }>(
      ...([keeper, 'PUT', `/computing_act_user/create/${act.id}`] as const),
      { title: '2-sanovchi', user_id: counter2.id },
    );
    const [counter] = await act.begin(counter1);
    await act.enter(counter as CountingPerson, { [first]: 1_707, [second]: 1 });

    await signIn(page.context(), keeper, language);
    await page.route('**/computing_act_user/index/*', async (route) => {
      const body = await (await route.fetch()).text();
      const named = body.replaceAll(counter1.fullname, 'Toʻxtayeva Dilnoza Rustam qizi');
      await route.fulfill({ contentType: 'application/json', body: named });
    });
    await page.goto(`${LIST}/${act.id}`);
    const name = page.getByTestId('counters').locator('.name-cut').first();
    await name.waitFor();
    for (const size of [16, 20, 28]) {
      await dressed(page, size);
      await name.scrollIntoViewIfNeeded();
      expect(await brokenWords(name), `${size} px`).toEqual([]);
      expect(await faults(page.getByTestId('counters')), `${size} px`).toEqual([]);
      await picture(page, `counters-${language}-${size}`);
    }

    await page.goto(`${LIST}/${act.id}?view=matrix`);
    await page.locator('tbody tr.opens').first().waitFor();
    await dressed(page, 28);
    // a count of a full branch
    const counts = page.locator('main .filter-chip > .count');
    for (const count of await counts.all()) await count.evaluate((element) => (element.textContent = '1\u202f112'));
    expect(await faults(page.locator('main .filter-chips'))).toEqual([]);
    await picture(page, `matrix-${language}-28`);
    // the head stays as a whole above the rows that are scrolled
    await page.locator('.table-scroll:has(.matrix)').evaluate((one) => one.scrollTo(0, 200));
    const tops = await page
      .locator('.matrix thead th')
      .evaluateAll((heads) =>
        heads.filter((one) => one.checkVisibility()).map((one) => Math.round(one.getBoundingClientRect().top)),
      );
    expect(new Set(tops).size, tops.join()).toBe(1);
    await picture(page, `matrix-${language}-28-scrolled`);

    await page.goto(`${LIST}/${act.id}?view=matrix&row=${first}`);
    const entries = page.getByTestId('entries');
    const source = entries.locator('.entry > .grow').first();
    await source.evaluate((one) => one.append(' · 356938035643809'));
    for (const size of [28, 16]) {
      await dressed(page, size);
      expect(await faults(entries), `${size} px`).toEqual([]);
      expect(await source.evaluate((one) => one.scrollWidth - one.clientWidth), `${size} px`).toBe(0);
      await picture(page, `entries-${language}-${size}`);
    }

    const own = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
    await signIn(own, counter1, language);
    const desk = await own.newPage();
    await desk.goto(`${LIST}/${act.id}/counters/${counter?.id}`);
    const field = desk.getByTestId('scan');
    await field.waitFor();
    await dressed(desk, 28);
    for (const [code, card] of [
      ['99999999', 'card-refused'],
      ['YT001200000', 'card-refused'],
      [branch.products[0]?.barcode ?? '', 'card'],
    ] as const) {
      await field.fill(code);
      await field.press('Enter');
      await expect(desk.getByTestId(card)).toBeInViewport({ ratio: 0.95 });
      if (card === 'card-refused') {
        await expect(desk.getByTestId(card)).toContainText(code);
        expect(await brokenWords(desk.getByTestId('scan-notice')), code).toEqual([]);
      }
      await picture(desk, `scan-${language}-${card}`);
    }
    expect(await faults(desk.getByTestId('card'))).toEqual([]);
    await desk.getByTestId('submit').click();
    const ask = desk.getByRole('dialog');
    for (const size of [28, 24, 16]) {
      await dressed(desk, size);
      expect(await faults(ask), `${size} px`).toEqual([]);
      await picture(desk, `submit-${language}-${size}`);
    }
    await own.close();

    const other = await browser.newContext({ viewport: PHONE, reducedMotion: 'reduce' });
    await signIn(other, counter2, language);
    const start = await other.newPage();
    await start.goto(`${LIST}/${act.id}/counters/${chosen.body.computing_act_user.id}`);
    await start.getByTestId('start').waitFor();
    for (const size of [28, 16]) {
      await dressed(start, size);
      expect(await faults(start.getByTestId('assigned')), `${size} px`).toEqual([]);
      await picture(start, `start-${language}-${size}`);
    }
    await other.close();
  });

  test(`what follows a payment, ${language}`, async ({ page, context, branch }) => {
    await control.desk(branch.organizationId);
    const { client } = await control.contract({
      ...{ branch, firstPayment: 0, handedOver: '2026-11-19' },
      instalments: [{ due: '2026-11-20', amount: 500_000 }],
    });
    await signIn(context, branch.people.director, language);
    const cash = new CashPage(page);
    await cash.openPayment(client);
    await cash.desk.locator('.money-field input').first().fill('100000');
    await cash.takeButton.click();
    await cash.taken.waitFor();
    for (const size of [28, 24, 20, 16]) {
      await dressed(page, size);
      expect(await faults(cash.taken.locator('> div').first()), `${size} px`).toEqual([]);
      expect(await brokenWords(cash.taken, /[A-Z][A-Z-]*[\d-]+/gu), `${size} px`).toEqual([]);
      const narrow = await cash.taken
        .getByRole('button')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent));
      expect(narrow, `${size} px`).toEqual([]);
      await picture(page, `taken-${language}-${size}`);
    }
  });
}

test('tables give way when the letters of a typeface come after their rows', async ({ page, context, branch }) => {
  await TestAct.of(branch);
  await signIn(context, branch.people.keeper);
  const over = (place: Locator) => place.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);

  await page.goto(LIST);
  await dressed(page, 28, 1440);
  const list = page.locator('.list-body .table-scroll');
  await list.locator('tbody tr').first().waitFor();
  expect(await over(list)).toBe(0);
  // as by letters that are wider than those they take the place of: nothing but the table has another size
  await page.addStyleTag({ content: '.table :is(td, th) { letter-spacing: 0.3em }' });
  await expect.poll(() => over(list)).toBe(0);
});

test('the days of a period are chosen on a phone', async ({ page, context, branch }) => {
  await signIn(context, branch.people.keeper);
  await page.goto(LIST);
  await page.locator('.list-body .table').waitFor();
  await dressed(page, 28);
  await page.getByRole('button', { name: `${texts.counting.list.created}:` }).click();
  const period = page.locator('.period');
  await period.locator('.rdp-day:not(.rdp-day_outside)').first().waitFor();
  expect(await faults(period)).toEqual([]);
  const days = (await lookAtLayout(page)).faults.filter((fault) => fault.includes('for its day'));
  expect(days).toEqual([]);
  const { left, right, top, bottom } = await period.evaluate((one) => one.getBoundingClientRect().toJSON());
  expect(left).toBeGreaterThanOrEqual(0);
  expect(right).toBeLessThanOrEqual(PHONE.width);
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(PHONE.height);
});
