/** Words of the way: what each fact lacks, and steps that are called by what is to be done, in both languages. */
import { describe, expect, it } from 'vitest';
import { type WayMachine, wayMachines } from '../../contract/workflowWay.ts';
import ru from '../../locales/ru/way.json' with { type: 'json' };
import uz from '../../locales/uz/way.json' with { type: 'json' };
import { WAY_FACTS } from '../../server/workflows/way/facts.ts';

type Words = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

const chartWords = import.meta.glob<{ events: Record<string, { name: string }>; guards?: Record<string, string> }>(
  '../../locales/*/machines/*.json',
  { eager: true, import: 'default' },
);

describe.each([
  ['uz', uz],
  ['ru', ru],
] as const)('in %s', (language, texts) => {
  const lacks: Words = texts.lacks;
  const named: Words = texts.step;
  const wordsOf = (machine: WayMachine) => {
    const words = chartWords[`../../locales/${language}/machines/${machine}.json`];
    if (words === undefined) throw new Error(`no texts of ${machine}`);
    return words;
  };

  it.each(wayMachines)('%s says what is lacking of every fact, not what it is once it is there', (machine) => {
    expect(Object.keys(lacks[machine] ?? {}).sort()).toEqual(Object.keys(WAY_FACTS[machine].facts).sort());
    const { guards = {} } = wordsOf(machine);
    for (const [fact, words] of Object.entries(lacks[machine] ?? {})) expect(words).not.toContain(guards[fact]);
  });

  it.each(wayMachines)('%s names steps of its own events', (machine) => {
    expect(Object.keys(wordsOf(machine).events)).toEqual(expect.arrayContaining(Object.keys(named[machine] ?? {})));
  });

  it('asks for the steps of people as something that is to be done', () => {
    const done = {
      uz: /(di|gan)$/,
      ru: /^(Добавлена|Введены|Отправлена|Назначен|Дан|Оценено|Товар выдан|Долг погашен)|(ена|ено|ана)$/,
    };
    for (const words of Object.values(named))
      for (const name of Object.values(words ?? {})) expect(name).not.toMatch(done[language]);
  });
});
