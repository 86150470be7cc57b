/** The large field for a sum: what is written is what stands there. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { MoneyField } from '../../src/pages/cashbox/MoneyField.tsx';

const heard = vi.fn();
function Field() {
  const [sum, setSum] = useState<number | null>(null);
  return (
    <MoneyField
      label="Berildi"
      value={sum}
      disabled={false}
      onChange={(value) => {
        heard(value);
        setSum(value);
      }}
    />
  );
}

it.each([
  ['-1', '-1', -1],
  ['\u22121', '\u22121', -1],
  ['0', '0', 0],
  ['12a3', '123', 123],
])('%s is %s, and no other sum', async (typed, shown, sum) => {
  render(<Field />);
  const field = screen.getByLabelText<HTMLInputElement>(/Berildi/);
  await userEvent.type(field, typed, { delay: 40 });
  expect(field.value).toBe(shown);
  expect(heard).toHaveBeenLastCalledWith(sum);
});
