/**
 * The browser layer of the act's lifecycle: the paths of its server layer, every step a click of the person whose step
 * it is. The keeper sits at the act's window in one browser, each counter at the own list in another.
 */
import { writeFileSync } from 'node:fs';
import { type Browser, expect } from '@playwright/test';
import type { CountingActContext, CountingActState } from '../../machines/countingAct/countingAct.machine.ts';
import { COUNTING_ACT_SYSTEM_EVENTS, countingActMachine } from '../../machines/countingAct/countingAct.machine.ts';
import { countingActModel } from '../../machines/countingAct/countingAct.model.ts';
import { accepts } from '../../machines/kit/model.ts';
import { leavesOf } from '../../machines/kit/transitions.ts';
import { api, type Branch, barcodeOf, control, signIn, test } from '../harness/control.ts';
import { PNG } from '../harness/files.ts';
import { ActWindow, texts } from '../pages/actWindow.ts';
import { OwnList } from '../pages/ownList.ts';
import { type Moment, type Opening, runBrowserLayer } from './kit.ts';

const AGREED = 1;
const BY_HAND = 3;
/** What is sold before it is counted, and phones of which one is found that belongs to another branch: one a list. */
const SOLD = [2, 4] as const;
const PHONES = [11, 12] as const;
/** In the stock of another branch. */
const strangerOf = (phone: number) => `SN-2-${phone}-1`;
/** The category of everything in stock. */
const GOODS = 'Tovarlar';
const OTHER_ORGANIZATION = 'Registon filiali';

const COUNTERS = ['counter1', 'counter2', 'counter3'] as const;
/** Steps of the counters themselves: no button of the keeper. */
const COUNTERS_OWN: ReadonlySet<string> = new Set(['counter.start', 'counter.submit']);
const SYSTEM: ReadonlySet<string> = new Set(COUNTING_ACT_SYSTEM_EVENTS);

interface Person {
  fullname: string;
  who: (typeof COUNTERS)[number];
  state: 'assigned' | 'counting' | 'submitted';
  /** What the list holds. */
  entries: number;
  list?: OwnList;
}

/** States in which what the window offers was read. */
const offersRead = new Set<string>();

class World {
  readonly window: ActWindow;
  readonly #browser: Browser;
  readonly #branch: Branch;
  readonly #act: { id: number; number: string };
  readonly #people: Person[] = [];
  readonly #photo: string;
  /** Lines of the log that the keeper's own steps have made. */
  readonly #logged = new Map<string, number>();
  #sold = 0;
  #strangers = 0;
  #byHand = 0;

  constructor(window: ActWindow, browser: Browser, branch: Branch, act: { id: number; number: string }, photo: string) {
    this.window = window;
    this.#browser = browser;
    this.#branch = branch;
    this.#act = act;
    this.#photo = photo;
  }

  #first(...states: Person['state'][]): Person {
    const found = states.map((state) => this.#people.find((one) => one.state === state)).find((one) => one);
    if (found === undefined) throw new Error(`no counter is ${states.join(' or ')}`);
    return found;
  }

  async #listOf(person: Person): Promise<OwnList> {
    if (person.list === undefined) {
      person.list = await OwnList.inContext(this.#browser, this.#branch.people[person.who]);
      await person.list.come(this.#act.number);
    }
    return person.list;
  }

  /** The product that was sold last, and the phone that was found last. */
  get #moved(): number {
    return SOLD[Math.max(0, this.#sold - 1)] as number;
  }
  get #phone(): number {
    return PHONES[Math.max(0, this.#strangers - 1)] as number;
  }

  /** Codes that are one entry. */
  async #enter(person: Person, ...codes: string[]): Promise<OwnList> {
    const list = await this.#listOf(person);
    for (const code of codes) await list.scan(code);
    person.entries += 1;
    await list.expectAllSent(person.entries);
    return list;
  }

  async #submit(...codes: string[]): Promise<void> {
    const person = this.#first('counting');
    await (await this.#enter(person, ...codes)).handIn();
    person.state = 'submitted';
  }

  async #countByHand(productId: number): Promise<void> {
    const { window } = this;
    this.#byHand += 1;
    await window.openProduct(productId);
    if (productId === this.#phone)
      await window.page.getByRole('button', { name: texts.matrix.decision.noSerials }).click();
    else await window.typeCount(String(this.#byHand));
    await window.accept();
    // its figure is marked as entered by hand; the pane has gone on to what is still to be decided
    await expect(window.row(productId).locator('.final svg')).toHaveCount(1);
    await this.#back();
  }

  async #back(): Promise<void> {
    await this.window.leaveMatrix();
    await this.window.page.getByTestId('counters').waitFor();
  }

  /** Does the step, as the person whose step it is. */
  async do(name: string, before: CountingActContext): Promise<void> {
    const { window } = this;
    switch (name) {
      case 'loads residues':
        if ((await window.nextButton.count()) > 0) await window.next();
        else {
          await window.askBeside(texts.counting.act.loadAgain);
          await window.confirm();
        }
        return window.done();
      case 'changes the comment': {
        const comment = `Yangi izoh ${crypto.randomUUID()}`;
        await window.update({ comment });
        return expect(window.page.locator('.document-words')).toContainText(comment);
      }
      case 'changes the organization':
        await window.update({ comment: 'Boshqa filial', organization: OTHER_ORGANIZATION });
        return expect(window.page.locator('.document-words')).toContainText(OTHER_ORGANIZATION);
      case 'limits it to categories':
        // all that the branch has is in it: the counters count as before
        await window.limit(GOODS);
        return expect(window.page.getByTestId('act-only')).toContainText(GOODS);
      case 'adds a counter': {
        const who = COUNTERS.find((one) => !this.#people.some((person) => person.who === one));
        if (who === undefined) throw new Error('everybody counts already');
        const { fullname } = this.#branch.people[who];
        await window.addCounter(fullname);
        this.#people.push({ fullname, who, state: 'assigned', entries: 0 });
        return expect(window.counterRow(fullname)).toBeVisible();
      }
      case 'renames a counter': {
        const { fullname } = this.#first('assigned');
        const title = `nazorat sanogʻi ${crypto.randomUUID()}`;
        await window.rename(fullname, title);
        return expect(window.counterRow(fullname)).toContainText(title);
      }
      case 'removes a counter': {
        const person = this.#first('assigned');
        await window.askOfCounter(person.fullname, texts.counting.ask.counter.remove.do);
        await window.confirm();
        await window.done();
        this.#people.splice(this.#people.indexOf(person), 1);
        return expect(window.counterRow(person.fullname)).toHaveCount(0);
      }
      case 'a counter starts': {
        const person = this.#first('assigned');
        const list = await this.#listOf(person);
        await list.expectScreen('assigned');
        await list.start();
        await list.expectScreen('counting');
        person.state = 'counting';
        return;
      }
      case 'a counter submits':
        return this.#submit(`10*${barcodeOf(AGREED)}`);
      case 'a counter submits and disagrees': {
        const other = this.#people.filter((one) => one.state === 'counting')[1];
        if (other === undefined) throw new Error('nobody to disagree with');
        await this.#enter(other, `10*${barcodeOf(AGREED)}`);
        return this.#submit(`9*${barcodeOf(AGREED)}`);
      }
      case 'a counter submits after a sale': {
        const { organizationId, warehouseId } = this.#branch;
        this.#sold += 1;
        await control.move({ organizationId, warehouseId, lines: [{ variantId: this.#moved, qty: 1 }] });
        return this.#submit(`10*${barcodeOf(this.#moved)}`);
      }
      case 'a counter submits a serial of another branch':
        this.#strangers += 1;
        return this.#submit(barcodeOf(this.#phone), strangerOf(this.#phone));
      case 'releases a counter': {
        const person = this.#first('counting');
        await window.askOfCounter(person.fullname, texts.counting.ask.counter.release.do);
        await window.writeReason('Kelmadi');
        await window.confirm();
        person.state = 'submitted';
        await window.done();
        // the list at its own computer asks now and then whether it is still open
        return expect(person.list?.page.getByTestId('over') ?? window.chip).toBeVisible({ timeout: 20_000 });
      }
      case 'counts a product by hand':
      case 'counts a product by hand after a sale':
        return this.#countByHand(before.disagreements > 0 ? AGREED : before.elsewhere > 0 ? this.#phone : BY_HAND);
      case 'keeps a moved figure':
        await window.openProduct(this.#moved);
        await window.keepMoved('count');
        await expect(window.page.getByTestId('keep-count')).toHaveAttribute('aria-pressed', 'true');
        return this.#back();
      case 'completes':
      case 'forms':
        await window.next();
        await window.confirm();
        return window.done();
      case 'cancels':
        await window.askBeside(texts.counting.ask.act.cancel.do);
        await window.writeReason('Adashib ochilgan');
        await window.confirm();
        return window.done();
      case 'uploads the file': {
        await window.upload(this.#photo);
        const files = window.page.getByTestId('files').getByRole('listitem');
        await expect(files).toHaveCount((this.#logged.get('file.upload') ?? 0) + 1);
        // the signed one is the last that came
        await expect(files.locator('.chip')).toHaveText([texts.counting.files.signed]);
        return window.tab(texts.counting.tabs.history);
      }
      case 'comments':
        return this.comment(`Izoh ${crypto.randomUUID()}`);
      case 'edits a comment': {
        const words = `Tuzatilgan izoh ${crypto.randomUUID()}`;
        await window.tab(texts.counting.tabs.comments);
        await window.page.getByTestId('comments').getByLabel(texts.counting.comments.edit).first().click();
        await window.page.getByRole('dialog').getByLabel(texts.counting.comments.words, { exact: true }).fill(words);
        await window.confirm();
        await window.done();
        await expect(window.page.getByTestId('comments')).toContainText(words);
        return window.tab(texts.counting.tabs.history);
      }
      default:
        throw new Error(`no verb for "${name}"`);
    }
  }

  async comment(words: string): Promise<void> {
    await this.window.tab(texts.counting.tabs.comments);
    await this.window.comment(words);
    await expect(this.window.page.getByTestId('comments')).toContainText(words);
    await this.window.tab(texts.counting.tabs.history);
  }

  /** The step is in the act's history, once more than before. */
  async expectLogged(event: string): Promise<void> {
    const times = (this.#logged.get(event) ?? 0) + 1;
    this.#logged.set(event, times);
    await expect(this.window.history.locator(`[data-event="${event}"]`)).toHaveCount(times);
  }

  /** Window and lists show the state of the model, and offer its events; the offer is read once for each state. */
  async expectSame({ path, step }: Moment): Promise<void> {
    const { window } = this;
    const after = step?.after ?? path.begins;
    const state = after.value as CountingActState;
    await window.expectAct(state, after.context as CountingActContext);
    for (const { list, state: own } of this.#people) if (state !== 'cancelled') await list?.expectScreen(own);
    const key = countingActModel.serialize(after);
    if (offersRead.has(key)) return;
    offersRead.add(key);
    const allowed = countingActModel.cases
      .filter((one) => accepts(countingActMachine, after, one.event))
      .map((one) => one.event.type)
      .filter((type) => !COUNTERS_OWN.has(type) && !SYSTEM.has(type));
    expect(await window.offered(this.#moved), `what the window offers in ${state}`).toEqual(
      [...new Set(allowed)].sort(),
    );
  }

  async close(): Promise<void> {
    await Promise.all(this.#people.map(({ list }) => list?.page.context().close()));
  }
}

async function open({ page, context, browser }: Opening): Promise<World> {
  const photo = test.info().outputPath('imzolangan.png');
  writeFileSync(photo, PNG);
  const branch = await control.branch();
  const { keeper } = branch.people;
  const act = await api<{ data: { id: number; number: string } }>(keeper, 'POST', '/act_of_count/create', {
    organization_id: branch.organizationId,
    comment: 'Choraklik sanoq',
  });
  await signIn(context, keeper);
  const world = new World(new ActWindow(page), browser, branch, act.body.data, photo);
  await world.window.open(act.body.data.id);
  await world.comment('Boshlandi');
  await world.expectLogged('comment.add');
  return world;
}

async function take(world: World, { path, step }: Moment): Promise<void> {
  if (step === undefined) throw new Error('a verb has a step');
  const before = path.steps[path.steps.indexOf(step) - 1]?.after ?? path.begins;
  await world.do(step.case.name, before.context as CountingActContext);
  if (!COUNTERS_OWN.has(step.case.event.type)) await world.expectLogged(step.case.event.type);
}

const seen = (world: World, moment: Moment) => world.expectSame(moment);

runBrowserLayer<World>('countingAct', countingActModel, {
  onServer: true,
  open,
  close: (world) => world.close(),
  verbs: Object.fromEntries(countingActModel.cases.map(({ name }) => [name, take])),
  states: Object.fromEntries(leavesOf(countingActMachine).map((state) => [state, seen])),
});
