/** The search of a list: asked once the person stops typing, and never by words that may not stand in an address. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { filterOf } from '../../src/ui/list/filters.tsx';

const filter = filterOf({
  kind: 'search',
  key: 'search',
  label: 'Ism',
  refuse: (words) => (/\d/.test(words) ? 'Raqam emas' : undefined),
});

it('refuses what may not stand in the address, where it is typed and where it is read', async () => {
  const set = vi.fn();
  const user = userEvent.setup();
  const { control: Control } = filter as unknown as { control: (props: { set: (to: string) => void }) => ReactNode };
  render(<Control set={set} />);
  const field = screen.getByRole('searchbox', { name: 'Ism' });
  await user.type(field, '3150{Enter}');
  expect(set).not.toHaveBeenCalled();
  expect(screen.getByRole('status').textContent).toBe('Raqam emas');
  expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('status').id);
  await user.clear(field);
  await user.type(field, 'Karimov{Enter}');
  expect(set).toHaveBeenCalledWith('Karimov');
  expect(screen.getByRole('status').textContent).toBe('');
  expect((filter as unknown as { read: (words: string) => unknown }).read('3150')).toBeNull();
});
