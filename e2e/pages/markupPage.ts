/** The markups of categories as a person works with them: the tree, the pane of a category, the pane of a revision. */
import { expect } from '@playwright/test';
import type { RevisionStatus } from '../../contract/setting/status.ts';
import machine from '../../locales/uz/machines/settingRevision.json' with { type: 'json' };
import server from '../../locales/uz/server.json' with { type: 'json' };
import setting from '../../locales/uz/setting.json' with { type: 'json' };
import markups from '../../locales/uz/settings/markupCategory.json' with { type: 'json' };
import { RecordPage } from './recordPage.ts';

export const MARKUPS_PATH = '/repositories/markup-category';
export const texts = { markups, machine, server: server.fields, setting };

export class MarkupPage extends RecordPage {
  get planButton() {
    return this.page.getByTestId('revision-plan');
  }
  get dropButton() {
    return this.page.getByTestId('revision-drop');
  }
  get example() {
    return this.pane.getByTestId('markup-example');
  }
  get addButton() {
    return this.page.getByTestId('revision-add');
  }
  /** In the pane of the category: its revisions, the latest day first. */
  get revisions() {
    return this.pane.getByTestId('revisions').getByRole('listitem');
  }
  /** What the revision does to other days. */
  get notes() {
    return this.pane.getByTestId('revision-notes').getByRole('listitem');
  }
  override begin = () => this.addButton.click();
  revision = (id: number) => this.pane.locator(`[data-revision="${id}"]`);
  field = (label: string) => this.form.getByRole('textbox', { name: label });

  async openRevision(id: number): Promise<void> {
    await this.revision(id).getByRole('button').click();
    await expect(this.form).toBeVisible();
  }

  async plan(): Promise<void> {
    await this.planButton.click();
    await this.confirmButton.click();
  }

  async drop(): Promise<void> {
    await this.dropButton.click();
    await this.confirmButton.click();
  }

  /** Back to the pane of the category, whose list shows the state. */
  async backToCategory(): Promise<void> {
    if ((await this.form.count()) > 0) await this.close();
    await expect(this.revisions.first()).toBeVisible();
  }

  expectState = (status: RevisionStatus) =>
    expect(this.pane.getByText(texts.machine.states[status].name, { exact: true })).toBeVisible();
}
