/** An analyst's question finds workflows by what is said of them, in both languages, and shows where it is said. */
import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../build/workflowSentences.ts';
import act from '../../locales/ru/machines/countingAct.json' with { type: 'json' };
import ru from '../../locales/ru/machines/invoice.json' with { type: 'json' };
import { hitsIn, keysOf } from '../../src/pages/workflows/sentences.ts';

const keys = { ru: keysOf(sentencesOf('ru')), uz: keysOf(sentencesOf('uz')) };
const names: Readonly<Record<string, string>> = { invoice: ru.name, countingAct: act.name };

const answer = (language: 'ru' | 'uz', query: string, spare: 0 | 1 = 0) =>
  new Map(
    [...keys[language]].flatMap(([name, own]) => {
      const hits = hitsIn(own, names[name] ?? name, query, spare);
      return hits.length === 0 ? [] : [[name, hits] as const];
    }),
  );

describe('a question', () => {
  it.each([
    ['ru', 'не сдал', 'countingAct', /так и не сдаёт/],
    ['ru', 'что будет, если учётчик не сдаёт?', 'countingAct', /так и не сдаёт/],
    ['ru', '30 минут', 'inactivity', /30 минут/],
    ['ru', 'отменить накладную', 'invoice', /отмен/],
    ['ru', 'ytn jnrhsnjuj lyz', 'invoice', /нет открытого операционного дня/],
    ['ru', 'учётчики расходятся', 'countingAct', /Учётчики расходятся по товарам/],
    ['ru', 'движений не было', 'countingAct', /Движений не было/],
    ['uz', 'topshirmadi', 'countingAct', /topshirmasa/],
    ['uz', '30 daqiqa', 'inactivity', /30 daqiqa/],
    ['uz', 'hisob-fakturani bekor qilish', 'serialDesk', /bekor qilingan/],
  ] as const)('in %s, “%s”, finds %s', (language, query, name, said) => {
    const hits = answer(language, query).get(name) ?? [];
    expect(hits.map(([text]) => text).filter((text) => said.test(text))).not.toEqual([]);
  });

  it.each([
    ['где застревают акты', 'countingAct', 'view=stuck'],
    ['что изменилось в накладной с прошлого выпуска', 'invoice', 'view=compare'],
    ['что может должность в накладной', 'invoice', 'view=matrix'],
    ['какие правила не покрыты тестами', 'lists', 'list=rules&state=untested'],
    ['что не даёт отправить накладную', 'invoice', 'view=matrix&cell=invoice.send~draft'],
    ['что мешает закрыть день', 'practiceDay', 'view=matrix&cell=day.startClosing~open'],
    ['замечания', 'lists', 'list=remarks'],
  ])('“%s” is answered by a view of %s or another list', (query, name, at) => {
    expect(
      answer('ru', query)
        .get(name)
        ?.map(([, place]) => place),
    ).toContain(at);
  });

  it('of many words is answered where one of them is another word', () => {
    const query = 'что будет, если учётчик так и не отдаст список';
    expect(answer('ru', query).get('countingAct')).toBeUndefined();
    expect(answer('ru', query, 1).get('countingAct')?.[0]?.[0]).toMatch(/учётчик так и не сдаёт/);
    expect(answer('ru', 'бегемот сдаёт', 1).size).toBe(0);
    const counted = 'что может кладовщик с посчитанным актом';
    expect(
      answer('ru', counted, 1)
        .get('countingAct')
        ?.map(([, at]) => at),
    ).toContain('state=counted');
  });

  it('is answered first by the page that asks it', () => {
    expect(answer('ru', 'не сдал').get('countingAct')?.[0]?.[0]).toMatch(/^Что будет, если … учётчик так и не сдаёт/);
    expect(answer('uz', 'sanovchi topshirmasa').get('countingAct')?.[0]?.[0]).toMatch(/^Nima boʻladi, agar … sanovchi/);
  });

  it('leads to the cell of a refusal, to a state, and to the page', () => {
    expect([...keys.ru.values()].flat().filter(({ sentence: [text] }) => text.endsWith('Не найдено.'))).toEqual([]);
    const places = (query: string) => (answer('ru', query).get('countingAct') ?? []).map(([, at]) => at);
    expect(places('учётчики расходятся')).toContain('view=matrix&cell=act.complete~counted');
    expect(places('разницы ждут проведения')).toContain('state=completed');
    expect(places('так и не сдаёт')[0]).toMatch(/^#said-\d+$/);
  });

  it('of a letter or two, of what nobody says, and of the name alone shows no sentence', () => {
    expect(answer('ru', 'не').size).toBe(0);
    expect(answer('ru', 'бегемот').size).toBe(0);
    expect(answer('ru', names.invoice ?? '').get('invoice')).toBeUndefined();
  });

  it('shows the text of a reader: no code, no mark-up', () => {
    const texts = [...keys.ru.values(), ...keys.uz.values()].flat().map(({ sentence: [text] }) => text);
    expect(texts.length).toBeGreaterThan(3_000);
    expect(texts.filter((text) => /<|&\w+;|\{\{|\b\w+\.\w+\(|undefined/.test(text))).toEqual([]);
  });
});
