/** Heads of a matrix are as tall as their longest name: two that differ in their last words are told apart. */
import { expect, it } from 'vitest';
import { headRemOf, linesOf } from '../../src/ui/matrix/heads.ts';

it.each([
  ['Direktor', 14, 1],
  ['Специалист по закупкам', 14, 2],
  // by words: each line takes as many as fit
  ['Старший специалист по закупкам по западному направлению', 14, 5],
  // a word longer than a line is broken
  ['Электроэнергетика', 10, 2],
  ['', 10, 1],
])('%j at %i letters takes %i lines', (name, letters, lines) => {
  expect(linesOf(name, letters)).toBe(lines);
});

it('gives short names two lines of room, and long ones what they need', () => {
  const of = (name: string) => headRemOf([{ key: '1', name }], 7);
  expect(of('Direktor')).toBe(2.5);
  expect(of('Старший специалист по закупкам по западному направлению')).toBeGreaterThanOrEqual(4.5);
  expect(headRemOf([], 7)).toBe(2.5);
});
