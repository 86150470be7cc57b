/** The large field for a sum: what is written is what stands there. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { formatNumber } from '../../contract/figures.ts';
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

const SCAN = '4780000000012';

it('a scan is no sum: what stood there stays, and what is typed, deleted or pasted afterwards is meant', async () => {
  render(<Field />);
  const field = screen.getByLabelText<HTMLInputElement>(/Berildi/);
  let [now, gap] = [0, 1_000];
  vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => {
    now += gap;
    return now;
  });
  await userEvent.type(field, '1500');
  gap = 1;
  now += 1_000;
  await userEvent.type(field, `${SCAN}{Enter}`);
  expect(heard).toHaveBeenLastCalledWith(1_500);
  expect(field.value).toBe(formatNumber(1_500));
  await userEvent.type(field, '{Backspace}');
  expect(heard).toHaveBeenLastCalledWith(150);
  await userEvent.clear(field);
  await userEvent.paste('250000');
  expect(heard).toHaveBeenLastCalledWith(250_000);
  vi.restoreAllMocks();
});

it.each([
  ['-1', '-1', -1],
  ['\u22121', '\u22121', -1],
  ['0', '0', 0],
  ['12a3', '123', 123],
  // without its comma it would be a hundred times the sum
  ['150000,00', '150000,00', 150_000],
  ['150000.5', '150000.5', 150_000.5],
  ['12,5', '12,5', 12.5],
  ['1.500.000', '1.500.000', 1_500_000],
  ['150,000', '150,000', 150_000],
  ['1,2,3', '1,2,3', null],
])('%s is %s, and no other sum', async (typed, shown, sum) => {
  render(<Field />);
  const field = screen.getByLabelText<HTMLInputElement>(/Berildi/);
  await userEvent.type(field, typed, { delay: 40 });
  expect(field.value).toBe(shown);
  expect(heard).toHaveBeenLastCalledWith(sum);
});

it('a fraction stays as it was written once the field is left', async () => {
  render(<Field />);
  const field = screen.getByLabelText<HTMLInputElement>(/Berildi/);
  await userEvent.type(field, '12,5', { delay: 40 });
  await userEvent.tab();
  expect(field.value).toBe('12,5');
});
