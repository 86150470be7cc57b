/** A dialog of a question while something inside it is still fetched. */
import { act, render, screen } from '@testing-library/react';
import { Suspense, use } from 'react';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts } from '../../src/i18n/index.ts';
import { AskDialog } from '../../src/ui/AskDialog.tsx';

beforeAll(() => loadTexts('common'));

const never = new Promise<never>(() => {});

function Late({ waits }: { waits: boolean }) {
  if (waits) use(never);
  return <p>2 ta hujjat</p>;
}

const shown = (waits: boolean) => (
  <Suspense fallback="hidden">
    <AskDialog title="Toʻxtatilsinmi?" onClose={() => {}} foot={<button type="button">Orqaga</button>}>
      <Late waits={waits} />
    </AskDialog>
  </Suspense>
);

it('a dialog stays, and keeps the focus, while something inside it is fetched', async () => {
  const { rerender } = await act(async () => render(shown(false)));
  const back = await screen.findByText('Orqaga');
  back.focus();
  await act(async () => rerender(shown(true)));
  expect(screen.queryByText('hidden')).toBeNull();
  expect(screen.getByRole('heading', { name: 'Toʻxtatilsinmi?' })).toBeTruthy();
  expect(document.activeElement).toBe(back);
});
