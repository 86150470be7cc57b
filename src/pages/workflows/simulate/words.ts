/** Moves, refusals and facts of a walk in the reader's language. */
import { type Choice, type Effect, type Move, NOT_NOW, type TrialCase } from '../../../../machines/kit/simulation.ts';
import { formatDifference } from '../../../format/numbers.ts';
import type { Text } from '../../../i18n/index.ts';
import { valueWords } from '../Refusals.tsx';
import type { MachineWords } from '../words.ts';

/** The states of a snapshot in words; of one in a region the region as well. */
export const stateWords = (words: MachineWords, state: string): string =>
  state
    .split(',')
    .map((path) => {
      const at = path.lastIndexOf('.');
      return at === -1 ? words.state(path) : `${words.state(path.slice(0, at))}: ${words.state(path)}`;
    })
    .join(' · ');

export const caseWords = (words: MachineWords, { name, event }: TrialCase): string => words.case(name, event.type);

export function moveWords(
  t: Text,
  wordsOf: (key: string) => MachineWords | undefined,
  casesOf: (key: string) => readonly TrialCase[],
  move: Move,
): string {
  switch (move.kind) {
    case 'begin':
      return t('begins');
    case 'join':
      return t('joined', { name: wordsOf(move.chart)?.name ?? move.chart });
    case 'fact':
      return t('setFact', {
        name: wordsOf(move.of)?.fact(move.name) ?? move.name,
        value: valueWords(t, move.value),
      });
    case 'event': {
      const one = casesOf(move.of).find(({ name }) => name === move.name);
      const words = wordsOf(move.of);
      return one === undefined || words === undefined ? move.name : caseWords(words, one);
    }
  }
}

/** What would run, in the words of its own chart; an entry as its ledger and by how much that changes. */
export function effectWords(t: Text, words: MachineWords, { kind, name }: Effect): string {
  if (kind === 'runs') return words.actor(name) === name ? words.action(name) : words.actor(name);
  const parts = name.split(' ');
  // `client payment 200000` names the ledger and which money of it, `stock 1 -2` the ledger and a product of the table
  const ledger = parts.findLast((part) => Number.isNaN(Number(part))) ?? name;
  return t(`ledger.${ledger}`, { amount: formatDifference(Number(parts.at(-1))) });
}

/** Why an event is refused: as the app says it, else what the guards ask for. */
export function reasonWords(
  t: Text,
  words: MachineWords,
  textsOf: (keys: readonly string[]) => string[],
  { says, guards, others }: Choice,
  nameOf: (key: string) => string,
): string {
  if (others.length > 0) return t('heldBy', { names: others.map(nameOf).join(', ') });
  const own = textsOf(says.filter((key) => key !== NOT_NOW || guards.length === 0));
  if (own.length > 0) return own.map((text) => `«${text}»`).join(' ');
  return guards.length > 0
    ? t('needs', { guards: guards.map((guard) => words.guard(guard)).join('; ') })
    : t('notHere');
}
