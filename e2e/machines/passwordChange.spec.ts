/** The browser layer of changing the password in the side panel. */
import { expect } from '@playwright/test';
import { changePassword } from '../../contract/cash.ts';
import type { PasswordChangeContext } from '../../machines/passwordChange/passwordChange.machine.ts';
import { passwordChangeModel } from '../../machines/passwordChange/passwordChange.model.ts';
import { type BranchPerson, control, PASSWORD, signIn, test } from '../harness/control.ts';
import { NEW_PASSWORD, PLACE, SessionPage, texts } from '../pages/sessionPage.ts';
import { Gate, type Moment, type Opening, runBrowserLayer } from './kit.ts';

const { account, common, session } = texts;
const WRONG = 'Notogri-2026!';
const FIELDS = [session.password.old, session.password.new, session.password.repeat];

class World extends SessionPage {
  readonly gate: Gate;
  readonly person: BranchPerson;

  constructor({ page, context }: Opening, gate: Gate, person: BranchPerson) {
    super(page, context);
    this.gate = gate;
    this.person = person;
  }

  get panel() {
    return this.page.getByRole('complementary', { name: account.password.title });
  }

  field(label: string) {
    return this.panel.getByLabel(label, { exact: true });
  }

  button(name: string) {
    return this.panel.getByRole('button', { name, exact: true });
  }

  get question() {
    return this.panel.getByRole('alertdialog', { name: account.password.leaving });
  }
}

async function open(opening: Opening): Promise<World> {
  const { page, context } = opening;
  const { keeper } = (await control.branch()).people;
  const world = new World(opening, await Gate.at(page, changePassword), keeper);
  await context.clock.install();
  await signIn(context, keeper);
  await page.goto(PLACE);
  await world.expectSignedIn(keeper.fullname);
  return world;
}

const refused = (type: string | undefined) => type?.startsWith('xstate.error.') === true;

async function expectForm(world: World): Promise<void> {
  await expect(world.button(session.password.change)).toBeEnabled();
  await expect(world.question).toHaveCount(0);
  // the page beside it is worked on
  await expect(world.account).toHaveAccessibleName(
    texts.shell.account.label.replace('{{name}}', world.person.fullname),
  );
}

async function expectChanged(world: World, { step }: Moment): Promise<void> {
  const context: PasswordChangeContext | undefined = step?.after.context;
  await expect(world.panel.getByText(account.password.thenSignIn)).toBeVisible();
  await expect(world.panel.getByText(String(context?.secondsLeft), { exact: true })).toBeVisible();
  await expect(world.panel.getByRole('textbox')).toHaveCount(0);
  await expect(world.panel.getByRole('button')).toHaveCount(0);
  expect(await world.token()).toBe(world.person.token);
}

runBrowserLayer<World>('passwordChange', passwordChangeModel, {
  open,
  verbs: {
    'opens the panel': (world) => world.openPasswordPanel(),
    'types something': (world) => world.field(session.password.new).fill('Yangi'),
    async 'takes away what was typed'(world) {
      for (const label of FIELDS) await world.field(label).fill('');
    },
    'closes the panel': (world) => world.button(common.close).click(),
    'goes on typing': (world) => world.page.keyboard.press('Escape'),
    'closes it all the same': (world) => world.button(account.password.leave).click(),
    'hands in a new password': (world, { next }) =>
      world.changePassword(refused(next?.case.event.type) ? WRONG : PASSWORD, NEW_PASSWORD),
    'is refused the change': (world) => world.gate.pass(),
    async 'has the password changed'(world) {
      await world.stopClock();
      await world.gate.pass();
    },
    async 'reads the message for a second'(world, moment) {
      await world.context.clock.fastForward(999);
      const before = moment.path.steps[moment.path.steps.indexOf(moment.step as never) - 1];
      await expectChanged(world, { ...moment, step: before });
      await world.context.clock.fastForward(1);
    },
  },
  states: {
    async closed(world, { step }) {
      await expect(world.panel).toHaveCount(0);
      await expect(world.page).toHaveURL(PLACE);
      if (step !== undefined) await expect(world.account).toBeFocused();
    },
    async 'open.empty'(world) {
      await expectForm(world);
      for (const label of FIELDS) await expect(world.field(label)).toHaveValue('');
      await expect(world.panel.getByText(session.password.rules.unmet)).toHaveCount(7);
    },
    async 'open.typed'(world, { step }) {
      await expectForm(world);
      const old = world.field(session.password.old);
      if (!refused(step?.case.event.type)) return expect(old).not.toHaveAttribute('aria-invalid');
      // shown once, at its field; everything typed is still there
      await expect(world.panel.getByRole('alert')).toHaveCount(1);
      await expect(old).toHaveAttribute('aria-invalid', 'true');
      await expect(old).toHaveAccessibleDescription('Hozirgi parol notoʻgʻri.');
      await expect(old).toHaveValue(WRONG);
      await expect(world.field(session.password.repeat)).toHaveValue(NEW_PASSWORD);
    },
    async 'open.leaving'(world) {
      await expect(world.question).toBeVisible();
      await expect(world.button(account.password.goOn)).toBeFocused();
      // the form is out of reach, and what is typed in it stays
      await expect(world.button(session.password.change)).toHaveCount(0);
    },
    async 'open.changing'(world) {
      await expect(world.button(session.password.changing)).toBeDisabled();
      await expect(world.button(common.back)).toBeDisabled();
      await expect(world.button(common.close)).toHaveCount(0);
      await expect(world.panel.getByRole('alert')).toHaveCount(0);
    },
    'open.changed': expectChanged,
    async ended(world) {
      await world.context.clock.resume();
      await world.expectSignInForm();
      await world.expectReason('password');
    },
  },
});

test('rules are shown as they are met, and a password that breaks them is not sent to the server', async ({
  page,
  context,
}) => {
  const { keeper } = (await control.branch()).people;
  const gate = await Gate.at(page, changePassword);
  const world = new World({ page, context } as Opening, gate, keeper);
  await signIn(context, keeper);
  await page.goto(PLACE);
  await world.openPasswordPanel();
  const { rules, problems } = session.password;
  const rule = (text: string) => world.panel.getByRole('listitem').filter({ hasText: text });
  const expectMet = async (...met: string[]) => {
    for (const [key, text] of Object.entries(rules)) {
      if (['label', 'met', 'unmet'].includes(key)) continue;
      const words = met.includes(key) ? rules.met : rules.unmet;
      await expect(rule(text.replace('{{length}}', '8')), key).toContainText(words);
    }
  };
  await expectMet();
  await world.field(session.password.new).fill('aB');
  await expectMet('lowercase', 'uppercase');
  await world.field(session.password.new).fill('aBcdefg1#');
  await expectMet('length', 'lowercase', 'uppercase', 'digit', 'special');
  await world.field(session.password.old).fill('aBcdefg1#');
  await world.field(session.password.repeat).fill('aBcdefg1#');
  await expectMet('length', 'lowercase', 'uppercase', 'digit', 'special', 'repeated');
  await world.button(session.password.change).click();
  await expect(world.field(session.password.new)).toHaveAccessibleDescription(problems.fresh);
  await expect(world.field(session.password.new)).toBeFocused();
  await world.field(session.password.old).fill(PASSWORD);
  await expectMet('length', 'lowercase', 'uppercase', 'digit', 'special', 'repeated', 'fresh');
});

test('the panel stays, and what is typed in it, while one goes to another page', async ({ page, context }) => {
  const { keeper } = (await control.branch()).people;
  const world = new World({ page, context } as Opening, await Gate.at(page, changePassword), keeper);
  await signIn(context, keeper);
  await page.goto(PLACE);
  await world.openPasswordPanel();
  await world.field(session.password.old).fill('abc');
  await page.getByRole('navigation').getByRole('button', { name: texts.shell.areas.home }).click();
  await page.getByRole('link', { name: texts.shell.areas.home, exact: true }).first().click();
  await expect(page).toHaveURL('/');
  await expect(world.field(session.password.old)).toHaveValue('abc');
});
