/** A directory as a person works with it: its list, and the pane of one record beside it. */
import { expect, type Page } from '@playwright/test';
import common from '../../locales/uz/common.json' with { type: 'json' };
import partners from '../../locales/uz/directories/partner.json' with { type: 'json' };
import warehouses from '../../locales/uz/directories/warehouse.json' with { type: 'json' };
import directory from '../../locales/uz/directory.json' with { type: 'json' };
import records from '../../locales/uz/records.json' with { type: 'json' };
import { searchOption } from './remoteSelect.ts';

export const texts = { common, directory, partners, records, warehouses };

export const PARTNERS_PATH = '/repositories/reliable-partners';
export const WAREHOUSES_PATH = '/repositories/warehouse-management';

export class RecordPage {
  readonly page: Page;
  readonly path: string;

  constructor(page: Page, path: string) {
    this.page = page;
    this.path = path;
  }

  get pane() {
    return this.page.locator('aside.pane');
  }
  get form() {
    return this.pane.getByRole('form');
  }
  get saveButton() {
    return this.page.getByTestId('record-save');
  }
  get archiveButton() {
    return this.page.getByTestId('record-archive');
  }
  get restoreButton() {
    return this.page.getByTestId('record-restore');
  }
  get confirmButton() {
    return this.page.getByTestId('record-confirm');
  }
  get dialog() {
    return this.page.getByRole('dialog');
  }
  get refusal() {
    return this.page.getByTestId('refusal');
  }
  get name() {
    return this.form.getByRole('textbox', { name: texts.warehouses.fields.name, exact: true });
  }
  row = (name: string) =>
    this.page.locator('tbody tr').filter({ has: this.page.getByRole('button', { name, exact: true }) });
  title = (name: string) => this.pane.getByRole('heading', { name, exact: true });

  async goto(search = ''): Promise<void> {
    await this.page.goto(`${this.path}${search === '' ? '' : `?search=${encodeURIComponent(search)}`}`);
    await this.page.locator('tbody').waitFor();
  }

  /** By its name in the list. */
  openRow = (name: string) => this.row(name).getByRole('button', { name, exact: true }).click();
  begin = () => this.page.getByTestId('record-add').click();
  save = () => this.saveButton.click();
  close = () => this.pane.getByRole('button', { name: texts.common.close, exact: true }).first().click();

  async archive(): Promise<void> {
    await this.archiveButton.click();
    await this.confirmButton.click();
  }

  async restore(): Promise<void> {
    await this.restoreButton.click();
    await this.confirmButton.click();
  }

  /** The chips over the list: all, archived and the like. */
  chip = (group: string, name: string) =>
    this.page.getByRole('group', { name: group }).getByRole('button', { name: new RegExp(`^${name}`) });

  /** One of a list of the server, found by its name. */
  async choose(label: string, name: string): Promise<void> {
    await this.form.getByLabel(label, { exact: true }).click();
    await searchOption(this.page, name);
  }

  /** The record is written or only read. */
  async expectWritable(writable: boolean): Promise<void> {
    await expect(this.saveButton).toHaveCount(writable ? 1 : 0);
    await expect(this.name).toBeEnabled({ enabled: writable });
  }
}
