/** The browser layer of sessions of MyID: what who serves a client sees of each state on the card, and what is offered. */
import { expect } from '@playwright/test';
import texts from '../../locales/uz/directories/client.json' with { type: 'json' };
import chart from '../../locales/uz/machines/myIdSession.json' with { type: 'json' };
import { myIdSessionModel } from '../../machines/myIdSession/myIdSession.model.ts';
import { plainPathOf } from '../../src/routes/registry.ts';
import { api, control, signIn } from '../harness/control.ts';
import { openAnew } from '../harness/openAnew.ts';
import { pinflOf } from '../harness/testSale.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

class World {
  readonly page: Opening['page'];
  readonly id: number;
  readonly client: number;

  constructor({ page }: Opening, client: number, id: number) {
    this.page = page;
    this.client = client;
    this.id = id;
  }

  goto = () => openAnew(this.page, `${plainPathOf('clientCard')}?id=${this.client}`);

  /** A step of the server: a card that waits for it reads it within a second, one that does not when it is opened again. */
  async byServer(verb: string): Promise<void> {
    await control.myidStep(this.id, verb);
    await this.goto();
  }

  async see(state: keyof typeof chart.states): Promise<void> {
    await expect(this.page.getByTestId('myid-state')).toHaveText(chart.states[state].name);
    const isWaiting = state === 'in_progress';
    await expect(this.page.getByTestId('myid-ask')).toHaveCount(isWaiting ? 0 : 1);
    if (!isWaiting) await expect(this.page.getByTestId('myid-ask')).toBeDisabled();
  }
  verified = (words: string | RegExp) => expect(this.page.getByTestId('myid-verified')).toHaveText(words);
}

runBrowserLayer<World>('myIdSession', myIdSessionModel, {
  async open(opening) {
    const branch = await control.branch();
    const { director } = branch.people;
    const made = async (path: string, body: object, service: 'client' | 'myid') => {
      const { status, body: answer } = await api(director, 'POST', path, body, service);
      expect(status, JSON.stringify(answer)).toBe(200);
      return answer.data.id;
    };
    const client = await made(
      '/client/create',
      {
        ...{
          pinfl: pinflOf(branch),
          fullname: `Sinov Mijoz ${branch.organizationId}`,
          birth_date: '1985-06-15',
        },
        ...{ gender: 'male', consent: true, doubles_checked: true, documents: [] },
        phones: [{ phone: '+998901234567', owner: 'self', relation: null }],
      },
      'client',
    );
    const id = await made('/myid_session/create', { client_id: client, pinfl: null, consent: true }, 'myid');
    const world = new World(opening, client, id);
    await signIn(opening.context, director);
    await world.goto();
    return world;
  },
  onServer: true,
  verbs: {
    async 'is started'(world) {
      await world.page.getByTestId('myid-agreed').check({ force: true });
      await world.page.getByTestId('myid-ask').click();
    },
    'MyID knows the person': (world) => world.byServer('MyID knows the person'),
    'MyID does not know the person': (world) => world.byServer('MyID does not know the person'),
    'its time is over': (world) => world.byServer('its time is over'),
  },
  states: {
    async created(world) {
      await world.see('created');
      await world.verified(texts.myid.unverified);
    },
    in_progress: (world) => world.see('in_progress'),
    async passed(world) {
      await world.see('passed');
      await world.verified(new RegExp(texts.myid.verified.replace('{{until}}', '[\\d.]+')));
      await expect(world.page.getByText(texts.myid.standIn)).toBeVisible();
    },
    async failed(world) {
      await world.see('failed');
      await expect(world.page.getByText(texts.myid.failure.not_recognised)).toBeVisible();
      await world.verified(texts.myid.unverified);
    },
    async expired(world) {
      await world.see('expired');
      await world.verified(texts.myid.unverified);
    },
  },
});
