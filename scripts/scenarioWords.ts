/** What a run of scenarios says, in English with the code names of the charts, or in the words of a reader of the gallery. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { walkIn } from '../machines/kit/simulation.ts';
import { root } from './machines.ts';

export interface ScenarioWords {
  readonly works: string;
  readonly broken: string;
  readonly unread: string;
  title(machine: string): string;
  gone(machine: string): string;
  /** Of the step at a place, counted from 1, of a walk: where it led when it was kept. */
  notTaken(at: number, walk: string, was: string): string;
  leads(at: number, walk: string, is: string, was: string): string;
  sum(works: number, broken: number): string;
}

const ENGLISH: ScenarioWords = {
  works: 'ok    ',
  broken: 'BROKEN',
  unread: 'its walk cannot be read',
  title: (machine) => machine,
  gone: (machine) => `there is no chart ${machine} any more`,
  notTaken: (at, walk, was) => `step ${at} (${walk.split('~')[at - 1]}) is not taken any more, it led to "${was}"`,
  leads: (at, walk, is, was) => `step ${at} (${walk.split('~')[at - 1]}) leads to "${is}", it led to "${was}"`,
  sum: (works, broken) => `${works} scenarios go as they were kept, ${broken} are broken`,
};

interface MachineTexts {
  readonly name: string;
  readonly states: Readonly<Record<string, { readonly name: string }>>;
  readonly events: Readonly<Record<string, { readonly name: string }>>;
  readonly facts?: Readonly<Record<string, string>>;
}

/** Names of charts, states, events and facts; a code name where there is none any more. */
function namesIn(language: 'uz' | 'ru') {
  const read = (machine: string): MachineTexts | undefined => {
    const file = resolve(root, `locales/${language}/machines/${machine}.json`);
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MachineTexts) : undefined;
  };
  const stateOf = (machine: string, state: string) => read(machine)?.states[state]?.name ?? state;
  /** `countingAct: counting, assigned 2; counter: ready` */
  const place = (text: string): string =>
    text
      .split('; ')
      .map((part) => {
        const [, machine = '', , state = '', facts = ''] = /^(\w+)([^:]*): ([\w.]+)(.*)$/.exec(part) ?? [];
        const own = read(machine);
        if (own === undefined) return part;
        const said = facts.replace(/, (\w+) /g, (_, name: string) => `, ${own.facts?.[name] ?? name} `);
        return `${own.name}: ${stateOf(machine, state)}${said}`;
      })
      .join('; ');
  const step = (walk: string, at: number, first: string): string => {
    const move = walkIn(walk)?.[at - 1]?.move;
    if (move === undefined) return walk.split('~')[at - 1] ?? '';
    if (move.kind === 'begin') return stateOf(first, move.state);
    if (move.kind === 'join') return stateOf(move.chart, move.state);
    const machine = /^\w+/.exec(move.of)?.[0] ?? first;
    if (move.kind === 'fact') return read(machine)?.facts?.[move.name] ?? move.name;
    return read(machine)?.events[move.name.split('/')[0] ?? '']?.name ?? move.name;
  };
  return { title: (machine: string) => read(machine)?.name ?? machine, place, step };
}

const READERS: Readonly<Record<'uz' | 'ru', (machine: string) => ScenarioWords>> = {
  uz(first) {
    const { title, place, step } = namesIn('uz');
    return {
      works: 'yaxshi  ',
      broken: 'BUZILGAN',
      unread: 'yoʻli oʻqilmadi',
      title,
      gone: (machine) => `${machine} sxemasi endi yoʻq`,
      notTaken: (at, walk, was) =>
        `${at}-qadam (${step(walk, at, first)}) endi bajarilmaydi, avval «${place(was)}» holatiga olib borgan`,
      leads: (at, walk, is, was) =>
        `${at}-qadam (${step(walk, at, first)}) «${place(is)}» holatiga olib boradi, avval: «${place(was)}»`,
      sum: (works, broken) => `Saqlanganidek yuradi: ${works}, buzilgan: ${broken}`,
    };
  },
  ru(first) {
    const { title, place, step } = namesIn('ru');
    return {
      works: 'верен ',
      broken: 'СЛОМАН',
      unread: 'путь не читается',
      title,
      gone: (machine) => `схемы ${machine} больше нет`,
      notTaken: (at, walk, was) =>
        `шаг ${at} (${step(walk, at, first)}) больше не проходит, раньше он вёл в «${place(was)}»`,
      leads: (at, walk, is, was) =>
        `шаг ${at} (${step(walk, at, first)}) ведёт в «${place(is)}», раньше вёл в «${place(was)}»`,
      sum: (works, broken) => `Идут как сохранены: ${works}, сломаны: ${broken}`,
    };
  },
};

/** @param language `uz` or `ru`; anything else is English */
export const scenarioWords = (language: string | undefined, machine: string): ScenarioWords =>
  language === 'uz' || language === 'ru' ? READERS[language](machine) : ENGLISH;
