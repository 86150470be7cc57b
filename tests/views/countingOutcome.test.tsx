/** Handing in that was not taken: whether the server said why, and which way is offered first. */
import { render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import texts from '../../locales/uz/counter.json' with { type: 'json' };
import { loadTexts } from '../../src/i18n/index.ts';
import type { EntryQueue } from '../../src/pages/counting/counter/actors.ts';
import { NotSubmitted } from '../../src/pages/counting/counter/Outcomes.tsx';
import type { CounterActor } from '../../src/pages/counting/counter/scanController.ts';

beforeAll(() => loadTexts('counter', 'common'));

const refusedWith = (status: number, message: string) => {
  const snapshot = {
    context: { trouble: { kind: 'failed', status, message, requestId: 'r', lines: [], facts: null } },
  };
  const actor = { getSnapshot: () => snapshot, subscribe: () => ({ unsubscribe() {} }), send() {} };
  render(<NotSubmitted actor={actor as unknown as CounterActor} entryQueue={{} as EntryQueue} />);
};

it.each([
  [0, texts.notSubmitted.title, 'submit-retry'],
  [503, texts.notSubmitted.title, 'submit-retry'],
  [409, texts.notSubmitted.refused, 'submit-drop'],
  [422, texts.notSubmitted.refused, 'submit-drop'],
])('after %i says "%s" and offers %s first', (status, title, first) => {
  refusedWith(status, 'Bu dalolatnomada sanalmaydi: Tovar 1');
  expect(screen.getByText(title)).toBeTruthy();
  expect(screen.getByText(/Tovar 1/)).toBeTruthy();
  const [button] = screen.getAllByRole('button').filter((one) => one.dataset.testid?.startsWith('submit-'));
  expect(button?.dataset.testid).toBe(first);
  expect(button?.className).toContain('bp6-intent-primary');
});
