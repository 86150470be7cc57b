/** What the server refuses beside the chart stands at the events of the gallery, with the sentence that the app shows. */
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import recorded from '../../docs/generated/charts/invoice.json' with { type: 'json' };
import ru from '../../locales/ru/server.json' with { type: 'json' };
import uz from '../../locales/uz/server.json' with { type: 'json' };
import type { ChartRecord } from '../../machines/kit/release.ts';
import { loadTexts, useText } from '../../src/i18n/index.ts';
import { BeyondChart, beyondChart } from '../../src/pages/workflows/Refusals.tsx';

const record = recorded as unknown as ChartRecord;

beforeAll(() => loadTexts('workflows'));

function Shown({ event }: { event: string }) {
  const t = useText('workflows');
  const beyond = beyondChart(record, event);
  return beyond && <BeyondChart record={record} beyond={beyond} t={t} />;
}

it('beside the open day that the event waits for', () => {
  render(<Shown event="line.correct" />);
  const said = screen.getByTestId('server-refuses').textContent;
  for (const reason of ['goods_left', 'goods_reserved'] as const) expect(said).toContain(`«${uz.errors[reason]}»`);
  const day = screen.getByTestId('needs-day').textContent;
  expect(day).toContain(`«${uz.errors.no_open_day}»`);
  expect(day).toContain(`«${uz.errors.day_closing.replace('{{date}}', '…')}»`);
  expect(record.texts.ru['errors.goods_left']).toBe(ru.errors.goods_left);
});

it('and nowhere else', () => {
  expect(beyondChart(record, 'line.change')).toBeNull();
  expect(beyondChart(record, 'invoice.send')).toEqual({ day: true, reasons: ['errors.products_locked'] });
  expect(beyondChart(record, 'invoice.takeBack')).toBeNull();
});
