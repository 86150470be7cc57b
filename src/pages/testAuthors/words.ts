/** Texts for a test, its audience and what it lacks. */
import type { TestGap, TestRow } from '../../../contract/testAuthors.ts';
import { formatDateTime } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import type { Text } from '../../i18n/index.ts';

/** `t` of `testAuthors`, in all of these. */
export const titleOf = ({ title }: { title: string }, t: Text): string => title.trim() || t('untitled');

/** Everybody; else positions, organizations, or those positions in those organizations. */
export function audienceOf(
  { everyone, positions, organizations }: Pick<TestRow, 'everyone' | 'positions' | 'organizations'>,
  t: Text,
) {
  if (everyone) return t('everyone');
  const names = (list: readonly { name: string }[]) => list.map(({ name }) => name).join(', ');
  const parts = [names(positions), names(organizations)].filter((part) => part !== '');
  return parts.length === 0 ? t('nobody') : parts.join(' · ');
}

export const minutesOf = (minutes: number, t: Text): string =>
  t('minutes', { count: minutes, figure: formatNumber(minutes) });

export const peopleOf = (people: number, t: Text): string =>
  t('people', { count: people, figure: formatNumber(people) });

export const periodOf = ({ from, to }: Pick<TestRow, 'from' | 'to'>, t: Text): string =>
  to === null ? t('fromOn', { from: formatDateTime(from) }) : `${formatDateTime(from)} – ${formatDateTime(to)}`;

export const gapWords = ({ what, number }: Pick<TestGap, 'what' | 'number'>, t: Text): string =>
  t(`gaps.${what}`, { number: number ?? 0 });
