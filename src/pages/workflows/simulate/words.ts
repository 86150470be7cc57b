/** Moves, refusals and facts of a walk in the reader's language. */
import type { Fact } from '../../../../machines/kit/release.ts';
import { type Choice, type Move, NOT_NOW, type TrialCase } from '../../../../machines/kit/simulation.ts';
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

/** The facts that an event brings, by name. */
const broughtBy = ({ event }: TrialCase): [string, Fact][] =>
  Object.entries((event as { facts?: object }).facts ?? {}).filter(
    (one): one is [string, Fact] => typeof one[1] === 'number' || typeof one[1] === 'boolean',
  );

/** An event; of those that come with different facts, what this one brings that the first of them does not. */
export function caseWords(t: Text, words: MachineWords, one: TrialCase, all: readonly TrialCase[]): string {
  const name = words.event(one.event.type);
  const [first] = all.filter(({ event }) => event.type === one.event.type);
  if (first === undefined || first.name === one.name) return name;
  const known = new Map(broughtBy(first));
  const differing = broughtBy(one).filter(([fact, value]) => known.get(fact) !== value);
  if (differing.length === 0) return `${name} · ${one.name.split('/')[1] ?? one.name}`;
  return `${name} · ${differing.map(([fact, value]) => `${words.fact(fact)}: ${valueWords(t, value)}`).join(', ')}`;
}

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
      const cases = casesOf(move.of);
      const one = cases.find(({ name }) => name === move.name);
      const words = wordsOf(move.of);
      return one === undefined || words === undefined ? move.name : caseWords(t, words, one, cases);
    }
  }
}

/** Why an event is refused: as the app says it, else what the guards ask for. */
export function reasonWords(
  t: Text,
  words: MachineWords,
  textsOf: (keys: readonly string[]) => string[],
  { says, guards }: Choice,
): string {
  const own = textsOf(says.filter((key) => key !== NOT_NOW || guards.length === 0));
  if (own.length > 0) return own.map((text) => `«${text}»`).join(' ');
  return guards.length > 0
    ? t('needs', { guards: guards.map((guard) => words.guard(guard)).join('; ') })
    : t('notHere');
}
