/** A figure that comes while somebody types: what stands around it is not hidden, or the field would lose the focus. */
import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it, vi } from 'vitest';
import { WhyFigure } from '../../src/ui/why/Why.tsx';

vi.mock('../../src/app/session.ts', () => ({ useAllows: () => true }));

const Desk = ({ sum }: { sum: number | null }) => (
  <Suspense fallback="the page waits">
    <input aria-label="tendered" />
    {sum !== null && (
      <WhyFigure figure="cash" subject="account" id={1}>
        {sum}
      </WhyFigure>
    )}
  </Suspense>
);

it('is plain until its words are here', () => {
  const { rerender } = render(<Desk sum={null} />);
  rerender(<Desk sum={450_000} />);
  expect(screen.queryByText('the page waits')).toBeNull();
  expect(screen.getByLabelText('tendered').style.display).toBe('');
  expect(screen.getByText('450000')).toBeDefined();
});
