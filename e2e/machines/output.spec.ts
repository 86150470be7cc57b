/** The browser layer of outputs: goods of a contract from the shelf into the hands of the client, by a scanner. */
import { expect } from '@playwright/test';
import { outputModel } from '../../machines/output/output.model.ts';
import { api, type Branch, barcodeOf, control, signIn } from '../harness/control.ts';
import { OutputPage, texts } from '../pages/outputPage.ts';
import { type Moment, type Opening, runBrowserLayer } from './kit.ts';

const CHARGER = 1;
const PHONE = 11;
const { chart, outputs } = texts;

interface Waiting {
  readonly branch: Branch;
  readonly contract: number;
  readonly output: number;
  /** A phone that came first, and one that came later. */
  readonly oldest: string;
  readonly newer: string;
}

class World extends OutputPage {
  readonly waiting: Waiting;

  constructor({ page }: Opening, waiting: Waiting) {
    super(page);
    this.waiting = waiting;
  }

  goto = () => this.open(this.waiting.output);

  async see(state: keyof typeof chart.states): Promise<void> {
    await expect(this.chip).toContainText(chart.states[state].name);
    await expect(this.pickButton).toHaveCount(state === 'draft' ? 1 : 0);
    await expect(this.field).toHaveCount(state === 'picking' ? 1 : 0);
  }
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  const { organizationId, warehouseId, people } = branch;
  const [oldest, newer] = [`ESKI-${organizationId}`, `YANGI-${organizationId}`];
  const came = (serial: string, day: string) =>
    control.move({
      ...{ organizationId, warehouseId, came: day },
      lines: [{ variantId: PHONE, qty: 1, serials: [serial] }],
    });
  await came(oldest, '2020-01-01');
  await came(newer, '2020-02-01');
  const { contract, output } = await control.contract({
    ...{ branch, firstPayment: 0, instalments: [{ due: '2026-12-20', amount: 200_000 }] },
    goods: [
      { variant: PHONE, qty: 1 },
      { variant: CHARGER, qty: 1 },
    ],
  });
  await signIn(opening.context, people.director);
  const world = new World(opening, { branch, contract, output, oldest, newer });
  await world.goto();
  return world;
}

const press = (world: World, name: string) => world.units.getByRole('button', { name, exact: true }).click();

runBrowserLayer<World>('output', outputModel, {
  open,
  onServer: true,
  verbs: {
    'begins to pick': (world) => world.pickButton.click(),
    'counts the charger': (world) => world.scan(barcodeOf(CHARGER)),
    'puts the charger back': (world) => press(world, outputs.unit.less.replace('{{goods}}', `Tovar ${CHARGER}`)),
    'scans the oldest phone': (world) => world.scan(world.waiting.oldest),
    'scans a newer phone': (world) => world.scan(world.waiting.newer),
    async 'says why the newer one leaves'(world) {
      // a refused scan does not hide what is asked
      await world.scan('0000000000000');
      await expect(world.page.getByTestId('card-refused')).toBeVisible();
      await expect(world.page.getByTestId('fifo')).toContainText(world.waiting.oldest);
      await world.page.getByTestId('reason-client_chose').click();
    },
    async 'puts the phone back'(world) {
      const serial = (await world.units.locator('[data-serial]').getAttribute('data-serial')) ?? '';
      await press(world, outputs.unit.release.replace('{{serial}}', serial));
    },
    async 'hands over'(world) {
      await world.sign();
      await world.handOverButton.click();
    },
    'gives picking up': (world) => world.giveUp('Mijoz kelmadi'),
    async 'the contract waits no more'(world) {
      const { branch, contract } = world.waiting;
      const path = `/contract/cancel/${contract}`;
      const { status, body } = await api(branch.people.director, 'PUT', path, { reason: 'Mijoz voz kechdi' }, 'client');
      expect(status, JSON.stringify(body)).toBe(200);
      await world.goto();
    },
  },
  states: {
    draft: (world) => world.see('draft'),
    async picking(world, { step, path }: Moment) {
      await world.see('picking');
      const { missing, unexplained } = (step?.after ?? path.begins).context as { missing: number; unexplained: number };
      const { missing_one, reasons_one, unsigned } = outputs.handOver;
      const said = (words: string) => words.replace('{{figure}}', '1').split('{{')[0] ?? '';
      // each that is missing by its name, what has no reason, and the signature
      await expect(world.waits.filter({ hasText: said(missing_one) })).toHaveCount(missing);
      await expect(world.waits.filter({ hasText: said(reasons_one) })).toHaveCount(unexplained);
      await expect(world.waits.filter({ hasText: unsigned })).toHaveCount(1);
      await expect(world.handOverButton).toBeDisabled();
    },
    async handed_over(world) {
      await world.see('handed_over');
      await expect(world.page.getByTestId('handed')).toContainText(world.waiting.branch.people.director.fullname);
      await expect(world.page.getByTestId('handed').getByRole('img')).toBeVisible();
      await expect(world.unit(world.waiting.newer)).toContainText(outputs.reasons.client_chose);
    },
    async cancelled(world, { step }) {
      await world.see('cancelled');
      const words =
        step?.case.name === 'gives picking up'
          ? outputs.window.cancelled.replace('{{reason}}', 'Mijoz kelmadi')
          : outputs.window.withdrawn;
      await expect(world.window).toContainText(words);
    },
  },
});
