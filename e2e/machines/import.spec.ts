/**
 * The browser layer of files that are read into directories: what their person sees of each state. The dialog goes on with
 * the server's work by itself, so that call is held: the states that it would leave are looked at.
 */
import { expect, type Page } from '@playwright/test';
import type { Import } from '../../contract/imports.ts';
import words from '../../locales/uz/import.json' with { type: 'json' };
import chart from '../../locales/uz/machines/import.json' with { type: 'json' };
import { importModel } from '../../machines/import/import.model.ts';
import { api, type Branch, type BranchPerson, control, signIn } from '../harness/control.ts';
import { intercept } from '../harness/intercept.ts';
import { openAnew } from '../harness/openAnew.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

const PATH = '/cashbox/banks';
const HASH = 'e'.repeat(64);
const COLUMNS = [
  { title: 'Nomi', part: 'name' },
  { title: 'MFO', part: 'mfo' },
];

interface Bank {
  id: number;
  name: string;
  mfo: string;
  version: number;
}

class World {
  readonly page: Page;
  readonly director: BranchPerson;
  readonly id: number;
  readonly bank: Bank;
  /** What the file has of the bank, and a new one. */
  readonly changed: Pick<Bank, 'name' | 'mfo'>;
  readonly fresh: readonly Pick<Bank, 'name' | 'mfo'>[];
  /** Banks that somebody has made by hand with the numbers of the new ones. */
  readonly rivals: (Bank | undefined)[] = [];
  #touched = 0;

  constructor({ page }: Opening, { organization, organizationId, people }: Branch, id: number, bank: Bank) {
    this.page = page;
    this.director = people.director;
    this.id = id;
    this.bank = bank;
    this.changed = { name: `${organization} fayldagi`, mfo: bank.mfo };
    this.fresh = [50_000, 60_000].map((from) => ({
      name: `${organization} ${from}`,
      mfo: String(from + organizationId),
    }));
  }

  send = async (call: string, body?: object): Promise<Import> => {
    const { status, body: answer } = await api<{ data: Import }>(
      this.director,
      'PUT',
      `/import/${call}/${this.id}`,
      body,
      'cash',
    );
    expect(status, `${call}: ${JSON.stringify(answer)}`).toBe(200);
    return answer.data;
  };
  next = () => this.send('next');
  confirm = (without_bad: boolean) => this.send('confirm', { file_hash: HASH, without_bad });

  call = async <T>(method: 'POST' | 'PUT', path: string, body?: object): Promise<T> => {
    const { status, body: answer } = await api<{ data: T }>(this.director, method, path, body, 'cash');
    expect(status, `${path}: ${JSON.stringify(answer)}`).toBe(200);
    return answer.data;
  };

  /** Somebody changes the bank by hand: to what the file has, or to something else again. */
  async touch(values?: Pick<Bank, 'name' | 'mfo'>): Promise<void> {
    this.#touched += 1;
    const { name, mfo } = this.bank;
    await this.call('PUT', `/bank/update/${this.bank.id}`, values ?? { name: `${name} ${this.#touched}`, mfo });
  }

  /** Somebody else has a bank with the number of a new one: as the file has it, archived, or out of the way again. */
  async rival(at: number, how: 'same' | 'archived' | 'away'): Promise<void> {
    const { name, mfo } = this.fresh[at] as Pick<Bank, 'name' | 'mfo'>;
    const known = this.rivals[at];
    if (known === undefined && how === 'away') return;
    // an archived one that is as the file has it is no fault
    const values = {
      same: { name, mfo },
      archived: { name: `${name} boshqa`, mfo },
      away: { name, mfo: String(Number(mfo) + 20_000) },
    }[how];
    if (known === undefined) this.rivals[at] = await this.call<Bank>('POST', '/bank/create', values);
    else {
      await api(this.director, 'PUT', `/bank/restore/${known.id}`, undefined, 'cash');
      await this.call('PUT', `/bank/update/${known.id}`, values);
    }
    if (how === 'archived') await this.call('PUT', `/bank/archive/${(this.rivals[at] as Bank).id}`);
  }

  /** Nothing but what the file itself would change. */
  async clear(): Promise<void> {
    for (const at of [0, 1]) await this.rival(at, 'away');
    if (this.#touched > 0) await this.touch(this.changed);
  }

  get dialog() {
    return this.page.getByRole('dialog');
  }
  /** Which file it is, and its state. */
  get head() {
    return this.dialog.locator('.import-file');
  }
  get writeButton() {
    return this.page.getByTestId('import-write');
  }

  async see(state: keyof typeof chart.states): Promise<void> {
    await openAnew(this.page, `${PATH}?import=${this.id}`);
    await expect(this.head.getByText(chart.states[state].name, { exact: true })).toBeVisible();
  }
}

runBrowserLayer<World>('import', importModel, {
  async open(opening) {
    const branch = await control.branch();
    const { director } = branch.people;
    const mfo = String(30_000 + branch.organizationId);
    const bank = await api<{ data: Bank }>(
      director,
      'POST',
      '/bank/create',
      { name: branch.organization, mfo },
      'cash',
    );
    expect(bank.status).toBe(200);
    const file = { directory: 'bank', file_name: 'banklar.xlsx', file_hash: HASH, exported_at: null };
    const { body } = await api(director, 'POST', '/import/create', { ...file, columns: COLUMNS, rows: 3 }, 'cash');
    await signIn(opening.context, director);
    // held for good: each look at the page comes to rest in the state that it is about
    await intercept(opening.page, '*/cash/api/import/next/*', { hold: () => {} });
    return new World(opening, branch, body.data.id, bank.body.data);
  },
  onServer: true,
  verbs: {
    async 'sends rows'({ send, bank, changed, fresh }) {
      await send('add', {
        rows: [
          { row: 2, key: `${bank.id}.${bank.version}`, cells: [changed.name, changed.mfo] },
          ...fresh.map(({ name, mfo }, at) => ({ row: 3 + at, key: null, cells: [name, mfo] })),
        ],
      });
    },
    async checks({ send }) {
      await send('check');
    },
    async 'is checked'(world) {
      await world.clear();
      await world.next();
    },
    async 'is found untouched'(world) {
      await world.touch(world.changed);
      for (const at of [0, 1]) await world.rival(at, 'same');
      await world.next();
    },
    async 'is found faulty'(world) {
      await world.clear();
      await world.rival(0, 'archived');
      await world.next();
    },
    async 'is found in conflict'(world) {
      await world.clear();
      await world.touch();
      await world.next();
    },
    async chooses(world) {
      const { conflicts } = (
        await api<{ data: Import }>(world.director, 'GET', `/import/show/${world.id}`, undefined, 'cash')
      ).body.data;
      if (conflicts.length === 0) return;
      await openAnew(world.page, `${PATH}?import=${world.id}`);
      await world.dialog.getByRole('button', { name: words.conflicts.allFile }).click();
      await expect(world.dialog.getByRole('radio', { checked: true })).toHaveCount(conflicts.length);
    },
    async writes({ confirm }) {
      await confirm(false);
    },
    async 'writes without bad rows'({ confirm }) {
      await confirm(true);
    },
    async 'is written'({ next }) {
      await next();
    },
    async 'finds a row changed'(world) {
      await world.touch();
      await world.next();
    },
    async 'is refused a row'(world) {
      await world.rival(1, 'same');
      await world.next();
    },
    async 'takes it back'(world) {
      await openAnew(world.page, `${PATH}?import=${world.id}`);
      await world.page.getByTestId('import-back').click();
      await world.page.getByTestId('import-back-now').click();
      await expect(world.head.getByText(chart.states.taken_back.name, { exact: true })).toBeVisible();
    },
    async stops({ send }) {
      await send('stop');
    },
  },
  states: {
    async read(world, { step, path }) {
      await world.see('read');
      const { complete } = (step?.after ?? path.begins).context as { complete: boolean };
      const check = world.dialog.getByRole('button', { name: words.checkAgain });
      await expect(check).toHaveCount(complete ? 1 : 0);
    },
    async checking(world) {
      await world.see('checking');
      await expect(world.dialog.getByText(words.checking)).toBeVisible();
      await expect(world.page.getByTestId('import-stop')).toBeVisible();
      await expect(world.writeButton).toHaveCount(0);
    },
    async checked(world, { step, path }) {
      await world.see('checked');
      const facts = (step?.after ?? path.begins).context as Record<string, boolean>;
      const ready = facts.changes === true && facts.decided === true && facts.clean === true;
      await expect(world.writeButton).toBeEnabled({ enabled: ready });
      await expect(world.dialog.getByText(words.bad.title, { exact: true })).toHaveCount(facts.clean ? 0 : 1);
    },
    async writing(world) {
      await world.see('writing');
      await expect(world.dialog.getByText(words.writing)).toBeVisible();
    },
    async done(world) {
      await world.see('done');
      await expect(world.page.getByTestId('import-back')).toBeEnabled();
    },
    async taken_back(world) {
      await world.see('taken_back');
      await expect(world.dialog.getByText(words.figures.back, { exact: true })).toBeVisible();
      await expect(world.page.getByTestId('import-back')).toHaveCount(0);
    },
    async stopped(world) {
      await world.see('stopped');
      await expect(world.dialog.getByText(words.stopped)).toBeVisible();
    },
    async failed(world) {
      await world.see('failed');
      await expect(world.dialog).toContainText('4-qator yozilmadi');
      await expect(world.dialog.getByRole('button', { name: words.checkAgain })).toBeVisible();
    },
  },
});
