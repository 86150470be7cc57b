/**
 * The act's window as a person uses it: one verb an event of `actWorkspace`, none of them looks inside the machine.
 * Words of the screen are Uzbek, the language that a fresh browser has.
 */
import type { Locator, Page } from '@playwright/test';

type Keep = 'count' | 'difference';

export class ActPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(actId: number, search = ''): Promise<void> {
    await this.page.goto(`/repositories/act-of-counting/${actId}${search}`);
    await this.page.getByTestId(search.includes('view=matrix') ? 'matrix' : 'counters').waitFor();
  }

  openMatrix = (): Promise<void> => this.page.getByTestId('matrix-open').click();
  leaveMatrix = (): Promise<void> => this.page.getByTestId('matrix-back').click();

  /** `deed.do` residues.load, or `deed.ask` of completing and forming: the one primary button. */
  next = (): Promise<void> => this.page.getByTestId('act-next').click();
  get nextButton(): Locator {
    return this.page.getByTestId('act-next');
  }
  get whyNot(): Locator {
    return this.page.getByTestId('why-not');
  }

  async askBeside(words: string): Promise<void> {
    await this.page.getByTestId('act-more').click();
    await this.page.getByRole('menuitem', { name: words }).click();
  }

  askAddCounter = (): Promise<void> => this.page.getByTestId('counter-add').click();

  async askOfCounter(fullname: string, words: string): Promise<void> {
    await this.page.getByRole('button', { name: `${fullname}: amallar` }).click();
    await this.page.getByRole('menuitem', { name: words }).click();
  }

  async choosePerson(search: string, fullname: string): Promise<void> {
    await this.page.getByRole('dialog').getByLabel('Xodim', { exact: true }).click();
    await this.page.getByPlaceholder('Qidirish').fill(search);
    await this.page.getByRole('option', { name: fullname }).click();
  }

  writeReason = (words: string): Promise<void> => this.page.getByRole('dialog').getByLabel('Sababi').fill(words);

  confirm = (): Promise<void> => this.page.getByTestId('deed-confirm').click();
  close = (): Promise<void> => this.page.getByTestId('deed-close').or(this.page.getByTestId('deed-dismiss')).click();
  retry = (): Promise<void> => this.page.getByTestId('deed-retry').click();
  keepMine = (): Promise<void> => this.page.getByTestId('conflict-mine').click();
  takeTheirs = (): Promise<void> => this.page.getByTestId('conflict-theirs').click();

  get refusal(): Locator {
    return this.page.getByTestId('refusal');
  }
  /** The amber words on products that nobody entered (decision 19). */
  get notCounted(): Locator {
    return this.page.getByTestId('not-counted');
  }
  confirming = (): Promise<boolean> => this.page.evaluate(() => document.documentElement.dataset.confirming === 'true');

  /** `deed.do` comment.add */
  async comment(words: string): Promise<void> {
    await this.page.getByRole('textbox', { name: 'Izoh yozish' }).fill(words);
    await this.page.getByTestId('comment-send').click();
  }

  /** `deed.do` file.upload */
  async upload(file: string): Promise<void> {
    await this.page.getByRole('tab', { name: 'Fayllar' }).click();
    await this.page.getByRole('tabpanel').getByLabel('Fayl tanlash').setInputFiles(file);
  }

  row = (productId: number): Locator => this.page.locator(`[data-product="${productId}"]`);
  openRow = (productId: number): Promise<void> => this.row(productId).click();
  closeRow = (): Promise<void> => this.page.keyboard.press('Escape');
  nextDisagreement = (): Promise<void> => this.page.keyboard.press('n');

  filter = (words: string): Promise<void> =>
    this.page.getByRole('group', { name: 'Tovarlarni saralash' }).getByRole('button', { name: words }).click();
  search = (words: string): Promise<void> => this.page.getByPlaceholder('Nomi, kodi yoki shtrix-kod').fill(words);

  /** `draft.change` by one of the numbers that were entered */
  chooseCount = (count: string): Promise<void> =>
    this.page.getByTestId('count-choice').filter({ hasText: count }).click();
  typeCount = (count: string): Promise<void> => this.page.getByTestId('count-other').fill(count);
  tickSerial = (serial: string): Promise<void> =>
    this.page.getByTestId('serials').getByLabel(serial).check({ force: true });
  writeWords = (words: string): Promise<void> => this.page.getByTestId('decision-comment').fill(words);
  attach = (file: string): Promise<void> =>
    this.page.getByTestId('decision').getByLabel('Fayl tanlash').setInputFiles(file);

  accept = (): Promise<void> => this.page.getByTestId('decision-accept').click();
  acceptByKeys = (): Promise<void> => this.page.keyboard.press('Control+Enter');
  keepMoved = (keep: Keep): Promise<void> => this.page.getByTestId(`keep-${keep}`).click();

  rowsInDocument = (): Promise<number> => this.page.getByTestId('matrix').locator('tbody tr').count();
}
