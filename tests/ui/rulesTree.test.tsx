/** Rules of a person as a tree: heads with counts and origins, folding by press and by arrows, opened by what is searched. */
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { PersonalRule } from '../../contract/rights.ts';
import { loadTexts } from '../../src/i18n/index.ts';
import { RulesTree } from '../../src/pages/rights/RulesTree.tsx';

const rule = (
  id: number,
  area: PersonalRule['area'],
  resource: string,
  action: string,
  more: Partial<PersonalRule>,
) => ({
  ...{
    id,
    area,
    resource,
    action,
    title: `${resource.toUpperCase()}: ${action}`,
    holds: false,
    origin: 'none' as const,
  },
  ...{ by_position: false, until: null, over: false, since: null, by: null, may_give: true },
  ...more,
});
const RULES: PersonalRule[] = [
  rule(1, 'warehouse', 'act_of_count', 'show', { holds: true, origin: 'position' }),
  rule(2, 'warehouse', 'act_of_count', 'add', { holds: true, origin: 'added', until: '2026-12-31' }),
  rule(3, 'warehouse', 'residue', 'show', { origin: 'taken' }),
  rule(4, 'cashbox', 'bank', 'show', {}),
];
const opened: number[] = [];
// the browser of these tests has no layout
Element.prototype.scrollIntoView = () => {};

function Tree({ narrowed = null, selected }: { narrowed?: string | null; selected?: PersonalRule }) {
  return (
    <RulesTree
      rules={RULES}
      narrowed={narrowed}
      selected={selected}
      onOpen={(id) => opened.push(id)}
      changes={new Map([[1, { own: 'taken', until: null }]])}
      originWords={({ origin }) => origin}
      beside={null}
    />
  );
}
/** The first cell of each row in sight. */
const lines = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('rowheader').textContent);
const row = (at: number) => screen.getAllByRole('row')[at + 1] as HTMLElement;

beforeEach(async () => {
  cleanup();
  opened.length = 0;
  await Promise.all([loadTexts('rights'), loadTexts('directories/rule')]);
});

it('begins with the areas, each with how many of its rules are held, from where, and until a day', () => {
  render(<Tree />);
  expect(lines()).toEqual(['Ombor3', 'Kassa1']);
  const [, held, origin] = within(row(0))
    .getAllByRole('rowheader')
    .concat(within(row(0)).getAllByRole('cell'));
  expect(held?.textContent).toBe('3 tadan 2');
  expect(origin?.textContent).toBe('Lavozim 1 · Qoʻshilgan 1 · Olib qoʻyilgan 1 · Muddatli 1 oʻzgardi: 1');
  expect(screen.getByRole('button', { name: /Ombor/ }).getAttribute('aria-expanded')).toBe('false');
});

it('is opened and folded by press and by the arrows, which go up to the head and down to its first row', async () => {
  const user = userEvent.setup();
  render(<Tree />);
  await user.click(screen.getByRole('button', { name: /Ombor/ }));
  expect(lines()).toEqual(['Ombor3', 'ACT_OF_COUNTact_of_count2', 'RESIDUEresidue1', 'Kassa1']);
  row(0).focus();
  await user.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(row(1));
  await user.keyboard('{ArrowRight}');
  expect(lines().slice(1, 4)).toEqual(['ACT_OF_COUNTact_of_count2', 'ACT_OF_COUNT: showshow', 'ACT_OF_COUNT: addadd']);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(opened).toEqual([2]);
  await user.keyboard('{ArrowLeft}');
  expect(document.activeElement).toBe(row(1));
  await user.keyboard('{ArrowLeft}');
  expect(lines()).toEqual(['Ombor3', 'ACT_OF_COUNTact_of_count2', 'RESIDUEresidue1', 'Kassa1']);
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(lines()).toEqual(['Ombor3', 'Kassa1']);
  await user.keyboard('{Enter}');
  expect(lines()).toHaveLength(4);
});

it('opens what is searched, by each search anew, and the heads of the rule in the address', async () => {
  const user = userEvent.setup();
  const { rerender, unmount } = render(<Tree narrowed="show" />);
  expect(lines()).toHaveLength(9);
  await user.click(screen.getByRole('button', { name: /Ombor/ }));
  expect(lines()).toEqual(['Ombor3', 'Kassa1', 'BANKbank1', 'BANK: showshow']);
  rerender(<Tree narrowed="add" />);
  expect(lines()).toHaveLength(9);
  rerender(<Tree />);
  expect(lines()).toEqual(['Ombor3', 'Kassa1']);
  unmount();
  render(<Tree selected={RULES[2]} />);
  expect(lines()).toEqual(['Ombor3', 'ACT_OF_COUNTact_of_count2', 'RESIDUEresidue1', 'RESIDUE: showshow', 'Kassa1']);
});
