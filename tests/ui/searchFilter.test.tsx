/** The search of a list: asked once the person stops typing, and never by words that may not stand in an address. */
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, it, vi } from 'vitest';
import { directories } from '../../contract/directories/index.ts';
import type { Fields, Kind } from '../../contract/directory/fields.ts';
import { filtersOf } from '../../src/directory/columns.tsx';
import type { Text } from '../../src/i18n/index.ts';
import { filterOf, type SearchFilter } from '../../src/ui/list/filters.tsx';

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

const PERSONAL: ReadonlySet<Kind> = new Set(['phone', 'pinfl', 'identity', 'taxNumber']);
const kindsIn = (fields: Fields): Kind[] =>
  Object.values(fields).flatMap((field) => (field.kind === 'rows' ? kindsIn(field.fields) : [field.kind]));
const listed = directories.map((directory) => {
  const own = filtersOf(directory, ((key: string) => key) as Text, String, true).find(({ kind }) => kind === 'search');
  const kinds = new Set(kindsIn(directory.spec.fields));
  return { name: directory.spec.name, kinds, own: own && filterOf(own) };
});
const personal = listed.filter(({ kinds, own }) => own && [...kinds].some((kind) => PERSONAL.has(kind)));

it('lists of drivers, workplaces, suppliers and clients are among those that declare a number of a person', () => {
  const names = personal.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['driver', 'master', 'workplace', 'partner', 'initiativeClient', 'smsAppDevice', 'client']),
  );
});

it.each(personal)(
  '$name: no number of a person that it declares is read from the address or asked',
  ({ kinds, own }) => {
    const phones = ['901234567', '90 123-45-67', '+998 90 123 45 67', '998901234567', '1234567', '+998331234567'];
    if (kinds.has('phone')) for (const words of phones) expect(own?.read(words), words).toBeNull();
    if (kinds.has('pinfl') || kinds.has('taxNumber')) expect(own?.read('31234567890123')).toBeNull();
    if (kinds.has('identity'))
      for (const words of ['AA1234567', 'aa 1234567', 'АА1234567']) expect(own?.read(words)).toBeNull();
    expect(own?.read('Karimov')).toBe('Karimov');
  },
);

it.each(directories.filter((directory) => personal.some(({ name }) => name === directory.spec.name)))(
  '$spec.name: what is refused whole is found by POST, but in lists of persons',
  (directory) => {
    const by = { find: async () => [], open: () => {} };
    const declared = filtersOf(directory, ((key: string) => key) as Text, String, true, by).find(
      ({ kind }) => kind === 'search',
    ) as SearchFilter<string> | undefined;
    const { byNumber, refuse } = declared ?? {};
    expect(byNumber === undefined).toBe(directory.spec.people === true);
    if (byNumber === undefined) return;
    const kinds = new Set(kindsIn(directory.spec.fields));
    const whole = kinds.has('phone') ? '+998 90 123-45-67' : '31234567890123';
    expect([byNumber.takes(whole), refuse?.(whole)]).toEqual([true, 'directory:searchByNumber']);
    expect(byNumber.takes('1234567')).toBe(false);
    if (kinds.has('phone')) expect(refuse?.('1234567')).toBe('directory:searchWhole');
  },
);

it('numbers of companies, cars and goods are searched by', () => {
  const read = (name: string, words: string) => listed.find((one) => one.name === name)?.own?.read(words);
  for (const name of ['partner', 'workplace']) expect(read(name, '301234567')).toBe('301234567');
  expect(read('deliveryCar', '01 A 123 BC')).toBe('01 A 123 BC');
  expect(read('variant', '6901203202649')).toBe('6901203202649');
  expect(read('driver', 'AF12')).toBe('AF12');
});
