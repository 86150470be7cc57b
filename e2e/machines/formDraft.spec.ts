/** The browser layer of a form's draft, over the form of a new supplier: its drafts are kept on the server. */
import { expect } from '@playwright/test';
import { draftDrop, draftIndex, draftKeep } from '../../contract/drafts.ts';
import kit from '../../locales/uz/kit.json' with { type: 'json' };
import type { FormDraftContext } from '../../machines/formDraft/formDraft.machine.ts';
import { formDraftModel } from '../../machines/formDraft/formDraft.model.ts';
import { control, signIn } from '../harness/control.ts';
import { PARTNERS_PATH, RecordPage } from '../pages/recordPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const { form: words } = kit;
const EARLIER = 'Artel Savdo';

class World extends RecordPage {
  readonly gates: Record<'read' | 'keep' | 'drop', Gate>;
  typed = 0;

  constructor({ page }: Opening, gates: World['gates']) {
    super(page, PARTNERS_PATH);
    this.gates = gates;
  }

  get offer() {
    return this.page.getByTestId('form-draft');
  }

  press = (testId: string) => this.page.getByTestId(testId).click();
  pass = (milliseconds: number) => this.page.clock.runFor(milliseconds);
}

/** Whether the step goes away from this state of what is written. */
const leaves = ({ step, path }: Moment, writing: 'pausing' | 'dropping'): boolean => {
  const at = step === undefined ? -1 : path.steps.indexOf(step);
  const before = at <= 0 ? path.begins : path.steps[at - 1]?.after;
  return before?.matches({ writing }) === true;
};

async function open(opening: Opening): Promise<World> {
  const { page, context } = opening;
  const { people } = await control.branch();
  const gates = {
    read: await Gate.at(page, draftIndex),
    keep: await Gate.at(page, draftKeep),
    drop: await Gate.at(page, draftDrop),
  };
  await signIn(context, people.director);
  await page.clock.install();
  const world = new World(opening, gates);
  await world.goto();
  await world.begin();
  await expect(world.name).toBeVisible();
  // the pauses of the form are the test's; ahead of where the page's clock may come before this reaches it
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  return world;
}

runBrowserLayer<World>('formDraft', formDraftModel, {
  open,
  verbs: {
    'finds a draft': ({ gates }) =>
      gates.read.answer(200, {
        data: [{ visit: 'v-0', at: '2026-11-21T09:32:00.000Z', fields: { name: EARLIER }, base: { name: '' } }],
      }),
    'finds none': ({ gates }) => gates.read.answer(200, { data: [] }),
    'cannot look for one': ({ gates }) => gates.read.lose(),
    async types(world, moment) {
      world.typed += 1;
      await world.name.fill(`Akfa ${world.typed}`);
      // what was saved is removed whatever is typed meanwhile
      if (leaves(moment, 'dropping')) await world.gates.drop.pass();
    },
    pauses: (world) => world.pass(1_000),
    'has it kept': ({ gates }) => gates.keep.pass(),
    'finds no room for it': ({ gates }) => gates.keep.lose(),
    'waits for another try': (world) => world.pass(15_000),
    'saves, or empties the form': (world) => world.name.fill(''),
    'has it removed': ({ gates }) => gates.drop.pass(),
    'cannot have it removed': ({ gates }) => gates.drop.lose(),
    async 'goes on with the draft'(world, moment) {
      // what was typed beside the draft on offer is kept under its own visit
      const keeps = leaves(moment, 'pausing');
      await world.press('draft-take');
      if (keeps) await world.gates.keep.pass();
    },
    'sets the draft aside': (world) => world.press('draft-aside'),
    'starts over': (world) => world.press('draft-over'),
    async 'leaves the form'(world) {
      // a page that the browser puts away and brings back
      await world.page.evaluate(() => window.dispatchEvent(new Event('pagehide')));
      await world.gates.keep.pass();
    },
  },
  states: {
    'writing.clean': (world) => expect(world.name).toHaveValue(''),
    'writing.pausing': (world) => expect(world.name).toHaveValue(`Akfa ${world.typed}`),
    'writing.keeping': async ({ gates, name, typed }) => {
      await expect(name).toHaveValue(`Akfa ${typed}`);
      expect(await gates.keep.asked<FormDraftContext>()).toMatchObject({
        form: 'personal.partner',
        of: 'new',
        fields: { name: `Akfa ${typed}` },
        base: { name: '' },
      });
    },
    async 'writing.kept'(world, { step }) {
      await expect(world.name).toHaveValue(
        step?.case.name === 'goes on with the draft' ? EARLIER : `Akfa ${world.typed}`,
      );
    },
    'writing.unkept': (world) => expect(world.offer).toContainText(words.draft.unkept),
    'writing.dropping': (world) => expect(world.name).toHaveValue(''),
    'offer.reading': (world) => expect(world.page.getByTestId('draft-take')).toHaveCount(0),
    'offer.none': (world) => expect(world.page.getByTestId('draft-take')).toHaveCount(0),
    async 'offer.offered'(world) {
      await expect(world.offer).toContainText('21.11');
      await expect(world.offer).toContainText(`«${EARLIER}»`);
    },
    'offer.taken': (world) => expect(world.page.getByTestId('draft-over')).toBeVisible(),
    async 'offer.aside'(world) {
      await expect(world.page.getByTestId('draft-take')).toHaveText(words.draft.back);
    },
  },
});
