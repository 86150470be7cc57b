/**
 * Ten thousand lines in a real browser: loaded, opened, scanned, typed, filled from a sheet, handed in, looked through.
 * No request over 2 s, no task of a keystroke or of scrolling over 50 ms, at most 100 rows in the document. Needs the
 * build (`npm run build`).
 */
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import writeExcelFile from 'write-excel-file/node';
import { engines, LINES, openBenchServer } from './kit.ts';
import { check, during, visit } from './page.ts';

const REQUEST = 2_000;
const ROWS = 100;
const SCANS = 20;
const STEPS = 60;

for (const engine of engines()) {
  const server = await openBenchServer(engine);
  process.stdout.write(`${LINES} lines, ${server.engine}\n`);
  const { base, requests, enter, close } = await visit(server);

  const act = await server.countingAct(1);
  const [counterId = 0] = act.counters;
  const counter = await enter(1);
  await counter.goto(`${base}/repositories/act-of-counting/${act.id}/counters/${counterId}`);
  await counter.getByTestId('scan').waitFor();
  await counter.waitForTimeout(1_000);
  await during(counter, `${SCANS} scans`, async () => {
    for (let n = 1; n <= SCANS; n += 1) {
      await counter.keyboard.type(`478${String(n * 37).padStart(10, '0')}`);
      await counter.keyboard.press('Enter');
    }
  });
  await during(counter, 'a search by name and a total by hand', async () => {
    await counter.keyboard.type('tovar 77', { delay: 60 });
    await counter.keyboard.press('Enter');
    await counter.keyboard.press('F2');
    await counter.keyboard.type('125', { delay: 60 });
    await counter.keyboard.press('Enter');
  });
  const sheet = join(tmpdir(), `idora-bench-${process.pid}.xlsx`);
  const heads = ['Shtrix-kod', 'Artikul', 'Nomi', 'Soni'].map((value) => ({ value, type: String }));
  await writeFile(
    sheet,
    await writeExcelFile([
      heads,
      ...server.variants.map((_, n) => [
        { value: `478${String(n + 1).padStart(10, '0')}`, type: String },
        { value: `SKU-${n + 1}`, type: String },
        { value: `Tovar ${n + 1}`, type: String },
        { value: (n % 11) + 1, type: Number },
      ]),
    ]).toBuffer(),
  );
  await counter.getByTestId('sheet-file').setInputFiles(sheet);
  await counter.getByTestId('sheet-take').click({ timeout: 60_000 });
  // the sheet is on the disk, then on the server
  await counter.waitForFunction(
    () => Number(document.querySelector('[data-testid="saved"]')?.getAttribute('data-queued')) > 0,
    undefined,
    { timeout: 60_000 },
  );
  await counter.waitForFunction(
    () => document.querySelector('[data-testid="saved"]')?.getAttribute('data-queued') === '0',
    undefined,
    { timeout: 120_000 },
  );
  await during(counter, `${SCANS} scans on ${LINES} counted lines`, async () => {
    for (let n = 1; n <= SCANS; n += 1) {
      await counter.keyboard.type(`478${String(n * 41).padStart(10, '0')}`);
      await counter.keyboard.press('Enter');
    }
  });
  await during(counter, 'scrolling the counted lines', async () => {
    await counter.getByTestId('counts').hover();
    for (let step = 0; step < STEPS; step += 1) await counter.mouse.wheel(0, 700);
  });
  await counter.waitForFunction(
    () => document.querySelector('[data-testid="saved"]')?.getAttribute('data-queued') === '0',
  );
  await counter.getByTestId('submit').click();
  await counter.getByTestId('submit-confirm').click();
  await counter.getByTestId('over').waitFor({ timeout: 60_000 });
  await counter.context().close();

  const keeper = await enter(0);
  await keeper.goto(`${base}/repositories/act-of-counting/${act.id}?view=matrix`);
  await keeper.getByTestId('matrix').locator('tr[data-product]').first().waitFor({ timeout: 60_000 });
  await keeper.waitForTimeout(1_000);
  let rows = 0;
  await during(keeper, 'scrolling the matrix', async () => {
    await keeper.getByTestId('matrix').hover();
    for (let step = 0; step < STEPS; step += 1) {
      await keeper.mouse.wheel(0, 2_000);
      rows = Math.max(rows, await keeper.locator('tr').count());
    }
  });
  check(`rows of the matrix in the document`, rows, ROWS, 'rows');
  await during(keeper, 'searching in the matrix', async () => {
    await keeper.getByRole('searchbox').fill('');
    await keeper.getByRole('searchbox').click();
    await keeper.keyboard.type('tovar 95', { delay: 60 });
  });
  await keeper.getByTestId('matrix').locator('tr[data-product]').first().click();
  await keeper.getByTestId('count-other').click();
  await keeper.waitForTimeout(500);
  await during(keeper, 'a count by hand in the matrix', async () => {
    await keeper.keyboard.type('1234', { delay: 60 });
  });

  await keeper.keyboard.press('Control+k');
  await keeper.getByRole('combobox').waitFor();
  await keeper.waitForTimeout(500);
  await during(keeper, 'a search over the pages', () => keeper.keyboard.type('sanoq dalolat', { delay: 60 }));

  const worst = requests.sort((one, other) => other.ms - one.ms);
  check(`the slowest of ${worst.length} requests (${worst[0]?.path})`, worst[0]?.ms ?? 0, REQUEST, 'ms');
  await close();
}
process.exit();
