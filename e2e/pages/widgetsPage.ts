/** The page of widgets, and the dashboard, as a person uses them. */
import { expect, type Page } from '@playwright/test';
import { type ChosenWidget, type MyWidgets, WIDGETS, type Widget } from '../../contract/widgets.ts';
import widgets from '../../locales/uz/widgets.json' with { type: 'json' };
import { api, type BranchPerson } from '../harness/control.ts';

export const texts = widgets;
export const PATH = '/widgets/widgets-page';

const filled = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));

export const nameOf = (widget: Widget): string => widgets.names[widget];

/** What the server has for a person, and how another window of that person would save. */
export const own = {
  async read(person: BranchPerson): Promise<MyWidgets> {
    return (await api<{ data: MyWidgets }>(person, 'GET', '/v1_0/my/widgets', undefined, 'cash')).body.data;
  },
  save: (person: BranchPerson, chosen: readonly ChosenWidget[]) =>
    api(person, 'PUT', '/v1_0/my/widgets', { widgets: chosen }, 'cash'),
};

export class WidgetsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  get list() {
    return this.page.getByTestId('widgets-chosen');
  }

  get offered() {
    return this.page.getByTestId('widgets-offered');
  }

  get preview() {
    return this.page.getByTestId('widgets-preview');
  }

  get undo() {
    return this.page.getByTestId('widgets-undo');
  }

  get reset() {
    return this.page.getByTestId('widgets-reset');
  }

  get dialog() {
    return this.page.getByRole('dialog', { name: widgets.conflict.title });
  }

  row(widget: Widget) {
    return this.list.locator(`[data-key="${widget}"]`);
  }

  add(widget: Widget) {
    return this.offered.getByRole('button', { name: filled(widgets.addOf, { name: nameOf(widget) }) });
  }

  command(command: 'up' | 'down' | 'remove', widget: Widget) {
    return this.list.getByRole('button', { name: filled(widgets[command], { name: nameOf(widget) }) });
  }

  size(widget: Widget, size: ChosenWidget['size']) {
    return this.list
      .getByRole('radiogroup', { name: filled(widgets.sizeOf, { name: nameOf(widget) }) })
      .getByRole('radio', { name: widgets.sizes[size], exact: true });
  }

  /** Drawn by the name, with the pointer, to above another one. */
  async drawAbove(widget: Widget, other: Widget): Promise<void> {
    const [from, to] = [await this.row(widget).boundingBox(), await this.row(other).boundingBox()];
    if (from === null || to === null) throw new Error('a row is not shown');
    const { mouse } = this.page;
    await mouse.move(from.x + 60, from.y + 12);
    await mouse.down();
    await mouse.move(from.x + 60, to.y - from.height / 2, { steps: 4 });
    await mouse.up();
  }

  /** The list, the sizes, what may be added, and the preview agree. */
  async expectChosen(chosen: readonly ChosenWidget[]): Promise<void> {
    await expect
      .poll(() =>
        this.list.locator('[data-key]').evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset.key)),
      )
      .toEqual(chosen.map(({ widget }) => widget));
    for (const { widget, size } of chosen)
      await expect(this.size(widget, size)).toHaveAttribute('aria-checked', 'true');
    for (const widget of WIDGETS) {
      if (chosen.some((one) => one.widget === widget)) await expect(this.add(widget)).toHaveCount(0);
    }
    await expectBoard(this.preview, chosen);
  }

  async expectSaved(state: 'saved' | 'saving' | 'unsaved'): Promise<void> {
    await expect(this.page.getByTestId('widgets-saved')).toHaveText(widgets[state]);
  }
}

/** A dashboard shows exactly these, in their order and size. */
export async function expectBoard(board: ReturnType<Page['locator']>, chosen: readonly ChosenWidget[]): Promise<void> {
  await expect
    .poll(() =>
      board
        .locator('[data-widget]')
        .evaluateAll((all) => all.map((one) => `${(one as HTMLElement).dataset.widget} ${one.className}`)),
    )
    .toEqual(chosen.map(({ widget, size }) => `${widget} board-${size}`));
}
