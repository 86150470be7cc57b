/** What a run of scenarios says, in English with the code names of the charts, or in the words of a reader of the gallery. */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { walkIn } from '../machines/kit/simulation.ts';
import { root } from './machines.ts';

interface Sentences {
  readonly works: string;
  readonly broken: string;
  readonly unread: string;
  gone(machine: string): string;
  /** Of the step at a place, counted from 1: where it led when it was kept. */
  notTaken(at: number, step: string, was: string): string;
  leads(at: number, step: string, is: string, was: string): string;
  sum(works: number, broken: number): string;
}

const ENGLISH: Sentences = {
  works: 'ok    ',
  broken: 'BROKEN',
  unread: 'its walk cannot be read',
  gone: (machine) => `there is no chart ${machine} any more`,
  notTaken: (at, step, was) => `step ${at} (${step}) is not taken any more, it led to "${was}"`,
  leads: (at, step, is, was) => `step ${at} (${step}) leads to "${is}", it led to "${was}"`,
  sum: (works, broken) => `Scenarios that go as they were kept: ${works}, broken: ${broken}`,
};

const READERS: Readonly<Record<'uz' | 'ru', Sentences>> = {
  uz: {
    works: 'yaxshi  ',
    broken: 'BUZILGAN',
    unread: 'yoʻli oʻqilmadi',
    gone: (machine) => `${machine} sxemasi endi yoʻq`,
    notTaken: (at, step, was) => `${at}-qadam (${step}) endi bajarilmaydi, avval «${was}» holatiga olib borgan`,
    leads: (at, step, is, was) => `${at}-qadam (${step}) «${is}» holatiga olib boradi, avval: «${was}»`,
    sum: (works, broken) => `Saqlanganidek yuradi: ${works}, buzilgan: ${broken}`,
  },
  ru: {
    works: 'верен ',
    broken: 'СЛОМАН',
    unread: 'путь не читается',
    gone: (machine) => `схемы ${machine} больше нет`,
    notTaken: (at, step, was) => `шаг ${at} (${step}) больше не проходит, раньше он вёл в «${was}»`,
    leads: (at, step, is, was) => `шаг ${at} (${step}) ведёт в «${is}», раньше вёл в «${was}»`,
    sum: (works, broken) => `Идут как сохранены: ${works}, сломаны: ${broken}`,
  },
};

interface MachineTexts {
  readonly name: string;
  readonly states: Readonly<Record<string, { readonly name: string }>>;
  readonly events: Readonly<Record<string, { readonly name: string }>>;
  readonly facts?: Readonly<Record<string, string>>;
}

/** How charts, places and steps of a walk are called. */
interface Names {
  title(machine: string): string;
  place(text: string): string;
  step(walk: string, at: number, first: string): string;
}

const codeOf = (walk: string, at: number): string => walk.split('~')[at - 1] ?? '';
const CODES: Names = { title: (machine) => machine, place: (text) => text, step: codeOf };

/** Names of charts, states, events and facts; a code name where there is none any more. */
function namesIn(language: 'uz' | 'ru'): Names {
  const textsIn = (file: string) => resolve(root, `locales/${language}/${file}.json`);
  const { fact } = JSON.parse(readFileSync(textsIn('workflows'), 'utf8')) as { fact: Record<'yes' | 'no', string> };
  /** Values of facts that are yes or no, as the simulator says them. */
  const values: Readonly<Record<string, string>> = { true: fact.yes, false: fact.no };
  const known = new Map<string, MachineTexts | undefined>();
  const read = (machine: string): MachineTexts | undefined => {
    if (!known.has(machine)) {
      const file = textsIn(`machines/${machine}`);
      known.set(machine, existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as MachineTexts) : undefined);
    }
    return known.get(machine);
  };
  const stateOf = (machine: string, state: string) => read(machine)?.states[state]?.name ?? state;
  return {
    title: (machine) => read(machine)?.name ?? machine,
    /** `countingAct: counting, assigned 2; counter: ready` */
    place: (text) =>
      text
        .split('; ')
        .map((part) => {
          const [, machine = '', , state = '', facts = ''] = /^(\w+)([^:]*): ([\w.]+)(.*)$/.exec(part) ?? [];
          const own = read(machine);
          if (own === undefined) return part;
          const said = facts.replace(
            /, (\w+) ([^,]*)/g,
            (_, name: string, value: string) => `, ${own.facts?.[name] ?? name} ${values[value] ?? value}`,
          );
          return `${own.name}: ${stateOf(machine, state)}${said}`;
        })
        .join('; '),
    step(walk, at, first) {
      const move = walkIn(walk)?.[at - 1]?.move;
      if (move === undefined) return codeOf(walk, at);
      if (move.kind === 'begin') return stateOf(first, move.state);
      if (move.kind === 'join') return stateOf(move.chart, move.state);
      const machine = /^\w+/.exec(move.of)?.[0] ?? first;
      if (move.kind === 'fact') return read(machine)?.facts?.[move.name] ?? move.name;
      return read(machine)?.events[move.name.split('/')[0] ?? '']?.name ?? move.name;
    },
  };
}

export type ScenarioWords = Sentences & Names;

/** @param language `uz` or `ru`; anything else is English */
export const scenarioWords = (language: string | undefined): ScenarioWords =>
  language === 'uz' || language === 'ru' ? { ...READERS[language], ...namesIn(language) } : { ...ENGLISH, ...CODES };
