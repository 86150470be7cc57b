/** What a workflow and its states and events are called, from the texts of its machine. */
import { type ChartTransition, ownEvent } from '../../../machines/kit/chart.ts';
import { say, useLanguage, written } from '../../i18n/index.ts';
import type { WorkflowEntry } from './catalogue.ts';

export interface MachineWords {
  name: string;
  about: string;
  state(path: string): string;
  stateAbout(path: string): string;
  /** The name from the machine's texts, else of XState's own events, else the type. */
  event(type: string): string;
  /** A case of an event: the event, and of one that has several what distinguishes this one. */
  case(name: string, type: string): string;
  /** Where a test begins; '' of the only beginning, which has no name. */
  beginning(name: string): string;
  /** What a guard asks for; combined ones (`and(a, b)`, `not(a)`) part by part. */
  guard(name: string): string;
  action(name: string): string;
  actor(name: string): string;
  delay(name: string): string;
  /** A number or a text that has a name in the code. */
  constant(name: string): string;
  /** A fact of the table of refusals. */
  fact(name: string): string;
  /** A transition as one would tell it: what comes, what must hold, where it leads, what is done. */
  sentence(transition: Pick<ChartTransition, 'source' | 'event' | 'guard' | 'targets' | 'actions'>): string;
}

interface Named {
  name: string;
  description?: string;
}
interface Texts extends Required<Named> {
  states: Record<string, Named>;
  events: Record<string, Named>;
  guards?: Record<string, string>;
  actions?: Record<string, string>;
  actors?: Record<string, string>;
  delays?: Record<string, string>;
  constants?: Record<string, string>;
  facts?: Record<string, string>;
  cases?: Record<string, string>;
  beginnings?: Record<string, string>;
}

/** The parts between commas that are outside brackets. */
function partsIn(list: string): string[] {
  let depth = 0;
  const parts = [''];
  for (const char of list) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0;
    if (char === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += char;
  }
  return parts.map((part) => part.trim());
}

function guardWords(name: string, texts: Partial<Texts>): string {
  const [, combination, list] = /^(and|or|not)\((.*)\)$/.exec(name) ?? [];
  if (list === undefined) return texts.guards?.[name] ?? name;
  const parts = partsIn(list).map((part) => guardWords(part, texts));
  if (combination === 'not') return say('workflows:guards.not', { guard: parts.join() });
  return parts.join(combination === 'or' ? say('workflows:guards.or') : '; ');
}

/** An event without a name of its own: what XState sends in words, any other by its type. */
export function eventWords(type: string): string {
  const own = ownEvent(type);
  return own === undefined ? type : say(`workflows:own.${own.kind}`, { name: own.of });
}

export function wordsOf({ name }: WorkflowEntry): MachineWords {
  const texts: Partial<Texts> = written(`machines/${name}`) ?? {};
  const of = (path: string): Named | undefined => (path === name ? (texts as Named) : texts.states?.[path]);
  const event = (type: string): string => texts.events?.[type]?.name ?? eventWords(type);
  const words: Omit<MachineWords, 'sentence'> = {
    name: texts.name ?? name,
    about: texts.description ?? '',
    state: (path) => of(path)?.name ?? path,
    stateAbout: (path) => of(path)?.description ?? '',
    event,
    case: (one, type) => [event(type), texts.cases?.[one]].filter((part) => part !== undefined).join(' · '),
    beginning: (one) => texts.beginnings?.[one] ?? one,
    guard: (guard) => (guard === '' ? '' : guardWords(guard, texts)),
    action: (action) => texts.actions?.[action] ?? action,
    actor: (actor) => texts.actors?.[actor] ?? actor,
    delay: (delay) => texts.delays?.[delay] ?? delay,
    constant: (constant) => texts.constants?.[constant] ?? constant,
    fact: (fact) => texts.facts?.[fact] ?? fact,
  };
  return { ...words, sentence: (transition) => sentenceOf(transition, words) };
}

export function sentenceOf(
  { source, event, guard, targets, actions }: Parameters<MachineWords['sentence']>[0],
  words: Omit<MachineWords, 'sentence'>,
): string {
  const own = ownEvent(event);
  const delay = own?.kind === 'after' ? words.delay(own.of) : '';
  const values = {
    event: delay === '' || delay === own?.of ? words.event(event) : `${words.event(event)} (${delay})`,
    from: words.state(source),
    to: targets.map(words.state).join(', '),
  };
  return [
    say(targets.length === 0 ? 'workflows:sentence.stays' : 'workflows:sentence.moves', values),
    ...(guard === '' ? [] : [say('workflows:sentence.if', { guard: words.guard(guard) })]),
    ...(actions.length === 0 ? [] : [say('workflows:sentence.does', { does: actions.map(words.action).join(', ') })]),
  ].join(' ');
}

/** Words of a workflow in the language now; `useWorkflow` has brought them. */
export function useWords(entry: WorkflowEntry): MachineWords {
  // a change of language draws the page again
  useLanguage();
  return wordsOf(entry);
}

/** Words of every workflow in the language now; `useWorkflows` has brought them. */
export function useEveryWords(entries: readonly WorkflowEntry[]): (entry: WorkflowEntry) => MachineWords {
  // a change of language draws the page again
  useLanguage();
  const words = new Map(entries.map((entry) => [entry, wordsOf(entry)]));
  return (entry) => words.get(entry) ?? wordsOf(entry);
}
