/** Announcements as their author works with them, and as their reader meets them. */
import { expect, type Page } from '@playwright/test';
import type { AnnouncementStatus } from '../../contract/announcements.ts';
import announcements from '../../locales/uz/announcements.json' with { type: 'json' };
import machine from '../../locales/uz/machines/announcement.json' with { type: 'json' };
import own from '../../locales/uz/ownAnnouncements.json' with { type: 'json' };
import records from '../../locales/uz/records.json' with { type: 'json' };
import { searchOption } from './remoteSelect.ts';

export const LIST_PATH = '/settings/announcements';
export const WRITE_PATH = '/settings/create-ad';
export const texts = { announcements, machine, own, records };

const { form } = announcements;

/** Goes to one organization; nobody must confirm it. */
export const writtenFor = (organizationId: number) => ({
  title_uz: 'Kassa tartibi',
  title_ru: 'Порядок кассы',
  body_uz: 'Matn',
  body_ru: 'Текст',
  everyone: false,
  position_ids: [],
  organization_ids: [organizationId],
  from: '2026-11-20T04:00:00.000Z',
  to: '2031-11-30T18:59:00.000Z',
  must_confirm: false,
});

/** The author's list, pane and window. */
export class AnnouncementPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get window() {
    return this.page.getByTestId('announcement-window');
  }
  get saveButton() {
    return this.page.getByTestId('announcement-save');
  }
  get publishButton() {
    return this.page.getByTestId('announcement-publish');
  }
  get withdrawButton() {
    return this.page.getByTestId('announcement-withdraw');
  }
  get editLink() {
    return this.page.getByTestId('announcement-edit');
  }
  get sendButton() {
    return this.page.getByTestId('question-send');
  }
  get pane() {
    return this.page.getByTestId('announcement-pane');
  }
  get readers() {
    return this.page.getByTestId('announcement-readers');
  }
  field = (label: string) => this.window.getByRole('textbox', { name: label });

  async choose(add: string, title: string): Promise<void> {
    await this.window.getByText(add, { exact: true }).click();
    await searchOption(this.page, title, { exact: true });
  }

  async openDraft(id: number): Promise<void> {
    await this.page.goto(`${WRITE_PATH}?id=${id}`);
    await expect(this.window).toBeVisible();
  }

  async openInList(id: number): Promise<void> {
    await this.page.goto(`${LIST_PATH}?row=${id}`);
    await expect(this.pane).toBeVisible();
  }

  /** The input is sent to the server and stored. */
  async save(): Promise<void> {
    await this.saveButton.click();
    await expect(this.page.getByText(form.saveFirst)).toHaveCount(0);
  }

  async expectStatus(status: AnnouncementStatus): Promise<void> {
    await expect(this.pane).toHaveAttribute('data-status', status);
    await expect(this.pane.getByText(machine.states[status].name, { exact: true })).toBeVisible();
  }
}

/** The header's place, the list, and what must be confirmed. */
export class ReaderPage {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  get button() {
    return this.page.getByTestId('announcements');
  }
  get list() {
    return this.page.getByTestId('announcement-list');
  }
  item = (id: number) => this.list.locator(`[data-announcement="${id}"]`);
  mark = (id: number) => this.item(id).getByRole('button');
  get closeButton() {
    return this.page.getByTestId('announcements-close');
  }
  get confirm() {
    return this.page.getByTestId('announcement-confirm');
  }
  due = (title: string) => this.page.getByRole('dialog', { name: title });
}
