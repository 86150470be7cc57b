/** The browser layer of reports: what who reads the workflows sees of each state. */
import { expect } from '@playwright/test';
import chart from '../../locales/uz/machines/problemReport.json' with { type: 'json' };
import { problemReportModel } from '../../machines/problemReport/problemReport.model.ts';
import { reportPath } from '../../src/pages/workflows/addresses.ts';
import { api, control, signIn } from '../harness/control.ts';
import { type Opening, runBrowserLayer } from './kit.ts';

class World {
  readonly page: Opening['page'];
  readonly id: number;

  constructor({ page }: Opening, id: number) {
    this.page = page;
    this.id = id;
  }

  step = (event: 'settle' | 'reopen') => this.page.getByTestId(`report-${event}`);

  async see(state: keyof typeof chart.states, offers: 'settle' | 'reopen'): Promise<void> {
    const row = this.page.getByRole('row').filter({ hasText: `Sinov ${this.id}` });
    await expect(row).toContainText(chart.states[state].name);
    await expect(this.step(offers)).toBeVisible();
    await expect(this.step(offers === 'settle' ? 'reopen' : 'settle')).toHaveCount(0);
  }
}

runBrowserLayer<World>('problemReport', problemReportModel, {
  async open(opening) {
    const { people, organizationId } = await control.branch();
    const body = {
      sentence: `Sinov ${organizationId}`,
      page: 'act',
      record_machine: null,
      record_kind: null,
      record_id: null,
      charts: [],
      events: [],
      requests: [],
    };
    const made = await api<{ id: number }>(
      people.keeper,
      'POST',
      '/workflow/reports',
      { ...body, release: '1.4.0' },
      'cash',
    );
    expect(made.status).toBe(200);
    const world = new World(opening, organizationId);
    await signIn(opening.context, people.director);
    await opening.page.goto(reportPath(made.body.id));
    return world;
  },
  onServer: true,
  verbs: {
    'is settled': (world) => world.step('settle').click(),
    'is opened again': (world) => world.step('reopen').click(),
  },
  states: {
    open: (world) => world.see('open', 'settle'),
    settled: (world) => world.see('settled', 'reopen'),
  },
});
