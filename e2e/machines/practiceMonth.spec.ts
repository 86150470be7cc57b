/** The browser layer of the practice month: each path has a month of long ago. */
import { expect } from '@playwright/test';
import type { PracticeMonthStatus } from '../../contract/practiceDay.ts';
import month from '../../locales/uz/machines/practiceMonth.json' with { type: 'json' };
import { practiceMonthModel } from '../../machines/practiceMonth/practiceMonth.model.ts';
import { control, signIn } from '../harness/control.ts';
import { PracticeDayPage } from '../pages/practiceDayPage.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

class World extends PracticeDayPage {
  readonly year: number;
  constructor({ page }: Opening, year: number) {
    super(page);
    this.year = year;
  }
  get row() {
    return this.page.getByRole('row').filter({ hasText: `mart ${this.year}` });
  }
}

const seen = (status: PracticeMonthStatus, may: string) =>
  async function look({ row }: World): Promise<void> {
    await expect(row).toContainText(month.states[status].name);
    await expect(row.getByRole('button')).toHaveCount(1);
    await expect(row.getByTestId(may)).toBeEnabled();
  };

runBrowserLayer<World>('practiceMonth', practiceMonthModel, {
  async open(opening) {
    const branch = await control.branch();
    const { year } = await control.oldMonth(branch.organizationId);
    await signIn(opening.context, branch.people.director);
    const world = new World(opening, year);
    await world.goto('?view=months&per_page=100');
    return world;
  },
  onServer: true,
  verbs: {
    async 'closes the month'(world) {
      await world.row.getByTestId('month-close').click();
      await world.answer();
    },
    async 'reopens the month'(world) {
      await world.row.getByTestId('month-reopen').click();
      await world.answer('Kurs xato kiritilgan');
    },
  },
  states: { open: seen('open', 'month-close'), closed: seen('closed', 'month-reopen') },
});
