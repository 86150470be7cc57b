/** The browser layer of opening an act from the list. */
import { expect } from '@playwright/test';
import { actCreate } from '../../contract/counting/acts.ts';
import { newActModel } from '../../machines/actWorkspace/newAct.model.ts';
import { api, type Branch, control, signIn } from '../harness/control.ts';
import { ActListPage, LIST_PATH, texts } from '../pages/actPage.ts';
import { Gate, type Opening, runBrowserLayer } from './kit.ts';

const REFUSED = 'Bunday izoh qabul qilinmaydi';

class World extends ActListPage {
  readonly branch: Branch;
  readonly gate: Gate;
  /** The comment of the act that is being opened now. */
  written = '';
  opened = 0;

  constructor({ page }: Opening, branch: Branch, gate: Gate) {
    super(page);
    this.branch = branch;
    this.gate = gate;
  }

  acts = async (): Promise<string[]> => {
    const answer = await api<{ data: { comment: string }[] }>(this.branch.people.keeper, 'GET', '/act_of_count/index');
    return answer.body.data.map((act) => act.comment);
  };
}

async function open(opening: Opening): Promise<World> {
  const branch = await control.branch();
  const world = new World(opening, branch, await Gate.at(opening.page, actCreate));
  await signIn(opening.context, branch.people.keeper);
  await world.open();
  return world;
}

runBrowserLayer<World>('newAct', newActModel, {
  open,
  verbs: {
    async 'opens the form'(world) {
      const { page } = world;
      // the list is left for the act that was opened
      if (!page.url().endsWith(LIST_PATH)) {
        await page.getByRole('link', { name: texts.counting.list.title, exact: true }).last().click();
      }
      await world.openForm();
    },
    'closes the form': (world) => world.closeForm(),
    async 'sends the form'(world) {
      // nothing is sent while a field is empty
      await world.send();
      await expect(world.form.getByText(texts.counting.form.needComment)).toBeVisible();
      await expect(world.form.getByText(texts.counting.form.needOrganization)).toBeVisible();
      world.written = `Sanoq ${world.opened + 1}`;
      await world.comment.fill(world.written);
      await world.chooseOrganization(world.branch.organization);
      await world.send();
    },
    async 'the act is opened'(world) {
      await world.gate.pass();
      await expect(world.page).toHaveURL(new RegExp(`${LIST_PATH}/\\d+$`));
      await expect(world.page.getByText(world.written).first()).toBeVisible();
      await expect(world.page.getByRole('heading', { level: 1 })).toContainText('№');
      world.opened += 1;
    },
    'the form is refused': ({ gate }) =>
      gate.answer(422, { message: '', code: 'validation', request_id: '7f3a-91c2', errors: { comment: [REFUSED] } }),
  },
  states: {
    async closed(world) {
      await expect(world.form).toHaveCount(0);
      expect(await world.acts()).toHaveLength(world.opened);
    },
    async writing(world, { step }) {
      await expect(world.form).toBeVisible();
      await expect(world.sendButton).toBeEnabled();
      await expect(world.cancelButton).toBeEnabled();
      if (step?.case.name === 'the form is refused') {
        await expect(world.form.getByRole('alert')).toHaveText(REFUSED);
        await expect(world.comment).toHaveValue(world.written);
        await expect(world.organization).toHaveText(world.branch.organization);
        expect(await world.acts()).toHaveLength(world.opened);
      } else {
        await expect(world.form.getByRole('alert')).toHaveCount(0);
        await expect(world.comment).toHaveValue('');
      }
    },
    async sending(world) {
      await expect(world.sendButton).toBeDisabled();
      await expect(world.cancelButton).toBeDisabled();
      await expect(world.comment).toBeDisabled();
      await expect(world.comment).toHaveValue(world.written);
      await expect(world.form.getByRole('button', { name: texts.common.close, exact: true })).toHaveCount(0);
    },
  },
});
