/** A list of people begins short, says how many more there are, and shows them. */
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeAll, expect, it } from 'vitest';
import { loadTexts } from '../../src/i18n/index.ts';
import { Shortened } from '../../src/ui/Shortened.tsx';

beforeAll(() => loadTexts('common'));

const people = Array.from({ length: 12 }, (_, at) => `odam${at + 1}`);

it('of twelve, eight and four more', () => {
  const { container } = render(<Shortened all={people}>{(shown) => shown.join(' ')}</Shortened>);
  expect(container.textContent).not.toContain('odam9');
  const more = screen.getByRole('button', { name: 'yana 4 kishi', expanded: false });
  fireEvent.click(more);
  expect(container.textContent).toContain('odam12');
  fireEvent.click(screen.getByRole('button', { expanded: true }));
  expect(container.textContent).not.toContain('odam9');
});

it('of a few, all, and those who have no names here are counted', () => {
  const { container } = render(
    <Shortened all={people.slice(0, 8)} unnamed={3}>
      {(shown) => shown.join(' ')}
    </Shortened>,
  );
  expect(screen.queryByRole('button')).toBeNull();
  expect(container.textContent).toContain('odam8yana 3 kishi');
});
