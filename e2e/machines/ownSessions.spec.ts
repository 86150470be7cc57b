/** The browser layer of the open sessions on the profile page. */
import { expect } from '@playwright/test';
import { sessionEnd, sessionEndOthers } from '../../contract/account.ts';
import { ownSessionsModel } from '../../machines/ownSessions/ownSessions.model.ts';
import { api, type BranchPerson, control, signIn, test } from '../harness/control.ts';
import { SessionPage, texts } from '../pages/sessionPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const { profile, sessions } = texts.account;

class World extends SessionPage {
  readonly gates: { one: Gate; others: Gate };
  readonly person: BranchPerson;
  /** What the path is ending. */
  ending: 'one' | 'others' = 'one';

  constructor({ page, context }: Opening, gates: World['gates'], person: BranchPerson) {
    super(page, context);
    this.gates = gates;
    this.person = person;
  }

  get part() {
    return this.page.getByRole('region', { name: sessions.title });
  }

  get rows() {
    return this.part.getByRole('listitem');
  }

  get endOne() {
    return this.rows.getByText(sessions.end, { exact: true });
  }

  get endOthers() {
    return this.part.getByRole('button', { name: sessions.endOthers, exact: true });
  }

  /** Who has ended the others signs in elsewhere again, and finds it when the page is opened again. */
  async haveOthers({ follow }: Moment): Promise<void> {
    if ((await this.openSessions()) > 1) return;
    await control.token(this.person.id);
    await this.page.reload();
    await expect(this.rows).toHaveCount(2);
    await follow();
  }

  async openSessions(): Promise<number> {
    const { body } = await api<{ data: unknown[] }>(this.person, 'GET', '/v1_0/user/sessions', undefined, 'cash');
    return body.data.length;
  }
}

async function open(opening: Opening): Promise<World> {
  const { page, context } = opening;
  const { keeper } = (await control.branch()).people;
  const gates = { one: await Gate.at(page, sessionEnd), others: await Gate.at(page, sessionEndOthers) };
  const world = new World(opening, gates, keeper);
  await control.token(keeper.id);
  await control.token(keeper.id);
  await signIn(context, keeper);
  await page.goto('/profile');
  await expect(world.heading(texts.shell.account.profile)).toBeVisible();
  await expect(page.getByRole('region', { name: profile.own })).toContainText(keeper.username);
  await expect(world.rows).toHaveCount(3);
  return world;
}

runBrowserLayer<World>('ownSessions', ownSessionsModel, {
  open,
  verbs: {
    async 'ends one session'(world, moment) {
      await world.haveOthers(moment);
      world.ending = 'one';
      await world.endOne.first().click();
    },
    async 'ends all others'(world, moment) {
      await world.haveOthers(moment);
      world.ending = 'others';
      await world.endOthers.click();
    },
    async 'has it ended'(world) {
      const before = await world.openSessions();
      await world.gates[world.ending].pass();
      await expect.poll(() => world.openSessions()).toBe(world.ending === 'one' ? before - 1 : 1);
      await expect(world.rows).toHaveCount(world.ending === 'one' ? before - 1 : 1);
    },
    'is refused it': (world) =>
      world.gates[world.ending].answer(503, { message: 'Server band', code: 'unavailable', request_id: '7f3a-91c2' }),
  },
  states: {
    async listed(world, { step }) {
      await expect(world.rows.filter({ hasText: sessions.here })).toHaveCount(1);
      await expect(world.rows.first()).toContainText(sessions.here);
      if ((await world.openSessions()) > 1) await expect(world.endOthers).toBeEnabled();
      else await expect(world.endOthers).toHaveCount(0);
      const type = step?.case.event.type ?? '';
      await expect(world.part.getByRole('alert')).toHaveCount(type.startsWith('xstate.error') ? 1 : 0);
      if (type.startsWith('xstate.error')) await expect(world.part.getByRole('alert')).toContainText('7f3a-91c2');
      if (type.startsWith('xstate.done')) await expect(world.part.getByRole('status')).toBeVisible();
      // this session goes on
      await world.expectSignedIn(world.person.fullname, '/profile');
      expect((await api(world.person, 'POST', '/v1_0/user', {}, 'cash')).status).toBe(200);
    },
    async ending(world) {
      await expect(world.endOthers).toBeDisabled();
      await expect(world.part.getByRole('alert')).toHaveCount(0);
    },
  },
});

test('all others end, this one goes on, and the person sees that there are no others', async ({ page, context }) => {
  const world = await open({ page, context } as Opening);
  world.gates.others.open();
  await world.endOthers.click();
  await expect(world.rows).toHaveCount(1);
  await expect(world.part.getByText(sessions.alone)).toBeVisible();
  await expect(world.endOthers).toHaveCount(0);
  expect(await world.openSessions()).toBe(1);
});
