/**
 * The list of acts and the act's window as a person uses them: one verb an event of `newAct` and `actWorkspace`, none
 * of them looks inside a machine. Words of the screen are Uzbek, the language that a fresh browser has.
 */
import { expect, type Locator, type Page } from '@playwright/test';
import common from '../../locales/uz/common.json' with { type: 'json' };
import counting from '../../locales/uz/counting.json' with { type: 'json' };
import matrix from '../../locales/uz/countingMatrix.json' with { type: 'json' };
import files from '../../locales/uz/files.json' with { type: 'json' };
import countingAct from '../../locales/uz/machines/countingAct.json' with { type: 'json' };
import { searchOption } from './remoteSelect.ts';
import { tick } from './tick.ts';

export const texts = { common, counting, countingAct, matrix };

export const LIST_PATH = '/repositories/act-of-counting';

type Keep = 'count' | 'difference';

export class ActListPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await this.page.goto(LIST_PATH);
    await this.createButton.waitFor();
  }

  get createButton(): Locator {
    return this.page.getByTestId('act-create');
  }
  get form(): Locator {
    return this.page.getByRole('complementary', { name: counting.form.newAct });
  }
  get comment(): Locator {
    return this.form.getByRole('textbox');
  }
  get organization(): Locator {
    return this.form.getByLabel(counting.list.organization, { exact: true });
  }
  get sendButton(): Locator {
    return this.page.getByTestId('act-create-send');
  }
  get cancelButton(): Locator {
    return this.form.getByRole('button', { name: common.back, exact: true });
  }

  openForm = (): Promise<void> => this.createButton.click();
  closeForm = (): Promise<void> => this.cancelButton.click();
  send = (): Promise<void> => this.sendButton.click();

  async chooseOrganization(name: string): Promise<void> {
    await this.organization.click();
    await searchOption(this.page, name, { exact: true });
  }
}

export class ActPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(actId: number, search = ''): Promise<void> {
    await this.page.goto(`${LIST_PATH}/${actId}${search}`);
    await this.page.getByTestId(search.includes('view=matrix') ? 'matrix' : 'counters').waitFor();
  }

  openMatrix = (): Promise<void> => this.page.getByTestId('matrix-open').click();
  leaveMatrix = (): Promise<void> => this.page.getByTestId('matrix-back').click();

  /** `action.do` residues.load, or `action.ask` of completing and forming: the one primary button. */
  next = (): Promise<void> => this.nextButton.click();
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
    const name = counting.counters.menuOf.replace('{{name}}', fullname);
    await this.page.getByRole('button', { name, exact: true }).click();
    await this.page.getByRole('menuitem', { name: words }).click();
  }

  async choosePerson(search: string, fullname: string): Promise<void> {
    await this.dialog.getByLabel(counting.form.person, { exact: true }).click();
    await searchOption(this.page, search, { name: fullname });
  }

  // The dialog of a action, and the choice between two

  get dialog(): Locator {
    return this.page.getByRole('dialog');
  }
  get reason(): Locator {
    return this.dialog.getByLabel(counting.form.reason);
  }
  get actComment(): Locator {
    return this.dialog.getByLabel(counting.list.comment, { exact: true });
  }
  get confirmButton(): Locator {
    return this.page.getByTestId('command-confirm');
  }
  get retryButton(): Locator {
    return this.page.getByTestId('command-retry');
  }
  /** Of the dialog, or of the notice that covers the page. */
  get closeButton(): Locator {
    return this.page.getByTestId('command-close').or(this.page.getByTestId('command-dismiss'));
  }
  get mineButton(): Locator {
    return this.page.getByTestId('conflict-mine');
  }
  get theirsButton(): Locator {
    return this.page.getByTestId('conflict-theirs');
  }

  writeReason = (words: string): Promise<void> => this.reason.fill(words);
  confirm = (): Promise<void> => this.confirmButton.click();
  close = (): Promise<void> => this.closeButton.click();
  retry = (): Promise<void> => this.retryButton.click();
  keepMine = (): Promise<void> => this.mineButton.click();
  takeTheirs = (): Promise<void> => this.theirsButton.click();

  get refusal(): Locator {
    return this.page.getByTestId('refusal');
  }
  /** The amber words on products that nobody entered (decision 19). */
  get notCounted(): Locator {
    return this.page.getByTestId('not-counted');
  }
  confirming = (): Promise<boolean> => this.page.evaluate(() => document.documentElement.dataset.confirming === 'true');

  /** Mine and theirs side by side, closed only by a choice. */
  async expectChoice({ by, mine, theirs }: { by: string; mine: string; theirs: string }): Promise<void> {
    await expect(this.dialog).toContainText(by);
    const cells = this.dialog.locator('tbody tr').first().getByRole('cell');
    await expect(cells.nth(0)).toContainText(mine);
    await expect(cells.nth(1)).toContainText(theirs);
    await expect(this.mineButton).toBeEnabled();
    await expect(this.theirsButton).toBeEnabled();
    await expect(this.dialog.getByRole('button')).toHaveCount(2);
    await this.page.keyboard.press('Escape');
    await expect(this.mineButton).toBeVisible();
  }

  /** `action.do` comment.add */
  async comment(words: string): Promise<void> {
    await this.page.getByRole('textbox', { name: counting.comments.write }).fill(words);
    await this.page.getByTestId('comment-send').click();
  }

  /** `action.do` file.upload */
  async upload(file: string): Promise<void> {
    await this.page.getByRole('tab', { name: counting.tabs.files }).click();
    await this.page.getByRole('tabpanel').getByLabel(files.choose).setInputFiles(file);
  }

  /** Lines of one event in the act's history, as they are read. */
  historyOf = (event: string): Locator => this.page.getByTestId('history').locator(`[data-event="${event}"]`);

  // The matrix and the pane of one product

  row = (productId: number): Locator => this.page.locator(`[data-product="${productId}"]`);
  openRow = (productId: number): Promise<void> => this.row(productId).click();
  closeRow = (): Promise<void> => this.closePaneButton.click();
  closeRowByKey = (): Promise<void> => this.page.keyboard.press('Escape');
  nextDisagreement = (): Promise<void> => this.page.keyboard.press('n');

  filter = (words: string): Promise<void> =>
    this.page.getByRole('group', { name: matrix.filtersLabel }).getByRole('button', { name: words }).click();
  search = (words: string): Promise<void> => this.page.getByPlaceholder(matrix.search).fill(words);

  get closePaneButton(): Locator {
    // a toast has a button of this name too
    return this.pane.getByRole('button', { name: matrix.evidence.close, exact: true });
  }
  get pane(): Locator {
    return this.page.locator('.pane-evidence');
  }
  get entries(): Locator {
    return this.page.getByTestId('entries');
  }
  get words(): Locator {
    return this.page.getByTestId('decision-comment');
  }
  get otherCount(): Locator {
    return this.page.getByTestId('count-other');
  }
  get acceptButton(): Locator {
    return this.page.getByTestId('decision-accept');
  }
  keepButton = (keep: Keep): Locator => this.page.getByTestId(`keep-${keep}`);

  /** `draft.change` by one of the numbers that were entered */
  chooseCount = (count: string): Promise<void> =>
    this.page.getByTestId('count-choice').filter({ hasText: count }).click();
  typeCount = (count: string): Promise<void> => this.otherCount.fill(count);
  tickSerial = (serial: string): Promise<void> => tick(this.page.getByTestId('serials').getByLabel(serial));
  writeWords = (words: string): Promise<void> => this.words.fill(words);
  attach = (file: string): Promise<void> =>
    this.page.getByTestId('decision').getByLabel(files.choose).setInputFiles(file);

  accept = (): Promise<void> => this.acceptButton.click();
  acceptByKeys = (): Promise<void> => this.page.keyboard.press('Control+Enter');
  keepMoved = (keep: Keep): Promise<void> => this.keepButton(keep).click();

  rowsInDocument = (): Promise<number> => this.page.getByTestId('matrix').locator('tbody tr').count();
}
