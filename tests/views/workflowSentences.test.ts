/** An analyst's question finds workflows by what is said of them, in both languages, and shows where it is said. */
import { describe, expect, it } from 'vitest';
import { sentencesOf } from '../../build/workflowSentences.ts';
import listed from '../../docs/generated/workflows.json' with { type: 'json' };
import { wordKey } from '../../src/pages/workflows/questions.ts';
import { isOfRoles, rolesOf } from '../../src/pages/workflows/roles.ts';
import { hitsIn, keysOf, searched, tellingOf } from '../../src/pages/workflows/sentences.ts';

const keys = { ru: keysOf(sentencesOf('ru')), uz: keysOf(sentencesOf('uz')) };
const nameOf = (language: 'ru' | 'uz', name: string): string =>
  listed.find((one) => one.name === name)?.[language].name ?? '';

const answer = (language: 'ru' | 'uz', query: string, spare: 0 | 1 = 0) =>
  new Map(
    [...keys[language]].flatMap(([name, own]) => {
      const hits = hitsIn(own, nameOf(language, name), query, spare).map(({ sentence }) => sentence);
      return hits.length === 0 ? [] : [[name, hits] as const];
    }),
  );

function searchedFor(language: 'ru' | 'uz', query: string) {
  const workflows = listed.map((one) => ({ name: one.name, title: one[language].name, about: one[language].about }));
  return searched(workflows, keys[language], query);
}

/** As their list shows it: the workflows, and what the other lists answer as one of them. */
function listedFor(language: 'ru' | 'uz', query: string) {
  const { found, inLists } = searchedFor(language, query);
  const lists = inLists.length > 0 ? [{ name: 'lists', hits: inLists.map((sentence) => ({ sentence })) }] : [];
  return [...lists, ...found];
}

describe('a question', () => {
  it.each([
    ['ru', 'не сдал', 'countingAct', /так и не сдаёт/],
    ['ru', 'что будет, если учётчик не сдаёт?', 'countingAct', /так и не сдаёт/],
    ['ru', 'что если счётчик не отправит результат', 'countingAct', /так и не сдаёт/],
    ['ru', 'учетчик пропал', 'countingAct', /так и не сдаёт/],
    ['ru', '30 минут', 'inactivity', /30 минут/],
    ['ru', 'что происходит через полчаса', 'inactivity', /30 минут/],
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

  it.each([
    ['ru', 'что мешает закрытию дня', 'practiceDay', 'day.startClosing~open'],
    ['ru', 'из-за чего не закрыть день', 'practiceDay', 'day.startClosing~open'],
    ['uz', 'kun nima sababdan yopilmaydi', 'practiceDay', 'day.startClosing~open'],
    ['ru', 'что блокирует закрытие дня', 'practiceDay', 'day.startClosing~open'],
    ['ru', 'почему день не закрывается', 'practiceDay', 'day.startClosing~open'],
    ['ru', 'какие документы мешают закрыть день', 'practiceDay', 'day.startClosing~open'],
    ['uz', 'kun yopilishini nima bloklaydi', 'practiceDay', 'day.startClosing~open'],
    ['uz', 'kunni nima yopishga qoʻymayapti', 'practiceDay', 'day.startClosing~open'],
    ['uz', 'kun yopilmayapti', 'practiceDay', 'day.startClosing~open'],
    ['ru', 'что отказывает в отправке накладной', 'invoice', 'invoice.send~draft'],
    ['ru', 'накладная не отправляется', 'invoice', 'invoice.send~draft'],
    ['uz', 'fakturani yuborish nega rad etiladi', 'invoice', 'invoice.send~draft'],
    ['uz', 'hisob-fakturani yuborishni nima rad etadi', 'invoice', 'invoice.send~draft'],
    ['uz', 'faktura yuborilmayapti', 'invoice', 'invoice.send~draft'],
    ['uz', 'fakturani yubora olmayapman', 'invoice', 'invoice.send~draft'],
    ['ru', 'можно отменить подтверждённую накладную? почему нет?', 'invoice', 'invoice.cancel~confirmed'],
    ['uz', 'tasdiqlangan fakturani bekor qilsa boʻladimi, nega yoʻq', 'invoice', 'invoice.cancel~confirmed'],
    ['uz', "tasdiqlangan nakladnoyni bekor qilish mumkinmi, nega yo'q", 'invoice', 'invoice.cancel~confirmed'],
  ] as const)('in %s, “%s”, is answered first by what refuses it in %s', (language, query, name, cell) => {
    const [first] = listedFor(language, query);
    expect([first?.name, first?.hits[0]?.sentence[1]]).toEqual([name, `view=matrix&cell=${cell}`]);
  });

  it('puts all refusals of a state that takes the event before those of a state that never does', () => {
    const hits = answer('uz', 'fakturani yuborish nega rad etiladi').get('invoice') ?? [];
    // no lines, no open day, a day that is being closed, locked goods
    const places = hits.slice(0, 5).map(([, at]) => at);
    expect(places.map((at) => at === 'view=matrix&cell=invoice.send~draft')).toEqual([true, true, true, true, false]);
  });

  it('is answered first by who says all of it, then by who is called so', () => {
    const [first] = listedFor('uz', 'sanovchi hech qachon topshirmasa nima boʻladi');
    expect([first?.name, first?.hits[0]?.sentence[0]]).toEqual([
      'countingAct',
      expect.stringMatching(/sanovchi hech topshirmasa/),
    ]);
  });

  it('about a day is not answered by money, whose name begins alike', () => {
    const found = [...answer('ru', 'в какие дни').values()].flat().map(([text]) => text);
    expect(found.filter((text) => /деньг|денег/i.test(text) && !/дн|день/i.test(text))).toEqual([]);
  });

  it('about half an hour is not answered by thirty days', () => {
    const found = [...answer('ru', 'что происходит через полчаса').values()].flat().map(([text]) => text);
    expect(found.filter((text) => /30 дн/.test(text) && !/30 мин/.test(text))).toEqual([]);
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
    expect(answer('ru', nameOf('ru', 'invoice')).get('invoice')).toBeUndefined();
  });

  it('shows the text of a reader: no code, no mark-up', () => {
    const texts = [...keys.ru.values(), ...keys.uz.values()].flat().map(({ sentence: [text] }) => text);
    expect(texts.length).toBeGreaterThan(3_000);
    expect(texts.filter((text) => /<|&\w+;|\{\{|\b\w+\.\w+\(|undefined/.test(text))).toEqual([]);
  });
});

const CELL = 'view=matrix&cell=';
const UNTESTED = 'list=rules&state=untested';

describe('the ten questions, each in words of their own', () => {
  it.each([
    ['ru', 'кому разрешено завершать инвентаризацию', 'countingAct', `${CELL}act.complete~counted`],
    ['ru', 'кто имеет право закончить акт', 'countingAct', `${CELL}act.complete~counted`],
    ['uz', 'aktni kim yakunlay oladi', 'countingAct', `${CELL}act.complete~counted`],
    ['uz', 'qaysi lavozimlar dalolatnomani tugatishi mumkin', 'countingAct', `${CELL}act.complete~counted`],
    ['ru', 'что если кто-то из учетчиков не сдаёт список', 'countingAct', /так и не сдаёт/],
    ['ru', 'что произойдёт, если счётчик никогда не сдаст', 'countingAct', /так и не сдаёт/],
    ['uz', 'sanovchi roʻyxatini topshirmasa nima boʻladi', 'countingAct', /sanovchi hech topshirmasa/],
    ['uz', 'hisobchi hech qachon topshirmasa nima boʻladi', 'countingAct', /sanovchi hech topshirmasa/],
    ['ru', 'что случится через тридцать минут', 'inactivity', /30 минут/],
    ['ru', 'что происходит спустя 30 минут', 'inactivity', /30 минут/],
    ['uz', '30 daqiqadan keyin nima boʻladi', 'inactivity', /30 daqiqa/],
    ['uz', 'oʻttiz daqiqa oʻtgach nima boʻladi', 'inactivity', /30 daqiqa/],
    ['ru', 'отмена подтверждённой накладной', 'invoice', `${CELL}invoice.cancel~confirmed`],
    ['ru', 'почему накладную нельзя отменить после подтверждения', 'invoice', `${CELL}invoice.cancel~confirmed`],
    ['uz', 'tasdiqlangan nakladnoyni bekor qilsa boʻladimi', 'invoice', `${CELL}invoice.cancel~confirmed`],
    ['uz', 'nega tasdiqlangan fakturani bekor qilib boʻlmaydi', 'invoice', `${CELL}invoice.cancel~confirmed`],
    ['ru', 'почему не закрывается день', 'practiceDay', `${CELL}day.startClosing~open`],
    ['ru', 'не могу закрыть операционный день', 'practiceDay', `${CELL}day.startClosing~open`],
    ['uz', 'kunni yopishga nima xalaqit beradi', 'practiceDay', `${CELL}day.startClosing~open`],
    ['uz', 'kun nega yopilmaydi', 'practiceDay', `${CELL}day.startClosing~open`],
    ['ru', 'на каком этапе зависают акты', 'countingAct', 'view=stuck'],
    ['ru', 'где акты ждут дольше всего', 'countingAct', 'view=stuck'],
    ['uz', 'aktlar qayerda toʻxtaydi', 'countingAct', 'view=stuck'],
    ['uz', 'dalolatnomalar qayerda turib qoladi', 'countingAct', 'view=stuck'],
    ['ru', 'почему накладная не отправляется на подтверждение', 'invoice', `${CELL}invoice.send~draft`],
    ['ru', 'причины отказа при отправке накладной', 'invoice', `${CELL}invoice.send~draft`],
    ['uz', 'nakladnoyni yuborishga nima toʻsqinlik qiladi', 'invoice', `${CELL}invoice.send~draft`],
    ['uz', 'fakturani yuborish nega rad etiladi', 'invoice', `${CELL}invoice.send~draft`],
    ['ru', 'чем накладная отличается от предыдущей версии', 'invoice', 'view=compare'],
    ['ru', 'изменения накладной в новом выпуске', 'invoice', 'view=compare'],
    ['uz', 'oxirgi relizdan beri fakturada nima oʻzgardi', 'invoice', 'view=compare'],
    ['uz', 'soʻnggi versiyadan keyin nakladnoyda nima oʻzgargan', 'invoice', 'view=compare'],
    ['ru', 'какие правила не проверяются', 'lists', UNTESTED],
    ['ru', 'непокрытые тестами требования', 'lists', UNTESTED],
    ['uz', 'qaysi talablar test bilan qoplanmagan', 'lists', UNTESTED],
    ['uz', 'qaysi qoidalarga test yoʻq', 'lists', UNTESTED],
    ['ru', 'что будет если учётчик никогда не сдаст', 'countingAct', /так и не сдаёт/],
    ['ru', 'какие правила спецификации не покрывает ни один тест', 'lists', UNTESTED],
    ['uz', 'spetsifikatsiyaning qaysi qoidalarini hech bir test qoplamaydi', 'lists', UNTESTED],
    ['uz', 'fakturani yuborishni nima rad etadi', 'invoice', `${CELL}invoice.send~draft`],
    ['ru', 'что происходит через 30 минут', 'inactivity', /30 минут/],
    ['ru', 'непокрытые правила', 'lists', UNTESTED],
    ['ru', 'отличия накладной от версии 1.3', 'invoice', 'view=compare'],
    ['ru', 'что нового в накладной', 'invoice', 'view=compare'],
    ['uz', 'fakturaning 1.3 versiyadan farqi', 'invoice', 'view=compare'],
    ['uz', 'fakturada nima yangilik', 'invoice', 'view=compare'],
    ['ru', 'кто проводит акт', 'countingAct', `${CELL}act.complete~counted`],
    ['ru', 'кто может провести акт', 'countingAct', `${CELL}act.form~completed`],
    ['ru', 'кто проводит накладную', 'invoice', `${CELL}invoice.confirm~sent`],
    ['uz', 'aktni kim oʻtkazadi', 'countingAct', `${CELL}act.complete~counted`],
    ['uz', 'fakturani kim oʻtkaza oladi', 'invoice', `${CELL}invoice.confirm~sent`],
    ['ru', 'кто подписывает договор', 'contract', `${CELL}contract.sign~draft`],
    ['ru', 'нет тестов', 'lists', UNTESTED],
    ['ru', 'учётчик вообще не сдаёт', 'countingAct', /так и не сдаёт/],
    ['uz', 'sanovchi roʻyxatni umuman topshirmasa', 'countingAct', /sanovchi hech topshirmasa/],
    ['uz', '30 daqiqa oʻtgandan keyin nima boʻladi', 'inactivity', /30 daqiqa/],
    ['ru', 'у каких правил нет тестов', 'lists', UNTESTED],
    ['uz', 'test yoʻq', 'lists', UNTESTED],
    ['uz', "sinovi yo'q qoidalar", 'lists', UNTESTED],
    ['ru', 'учётчик забыл сдать', 'countingAct', /так и не сдаёт/],
    ['uz', 'sanovchi topshirishni unutdi', 'countingAct', /sanovchi hech topshirmasa/],
    ['ru', 'до какого момента можно отменить акт', 'countingAct', `${CELL}act.cancel~completed`],
    ['ru', 'до каких пор можно отменить акт', 'countingAct', `${CELL}act.cancel~completed`],
  ] as const)('in %s, “%s”, are answered by %s among its first three', (language, query, name, wanted) => {
    const first = listedFor(language, query)
      .find((one) => one.name === name)
      ?.hits.slice(0, 3)
      .map(({ sentence: [text, at] }) => (typeof wanted === 'string' ? at : text));
    expect(first).toContainEqual(typeof wanted === 'string' ? wanted : expect.stringMatching(wanted));
    expect(listedFor(language, query).length).toBeLessThanOrEqual(4);
  });
});

/** So many sentences of each workflow are shown. */
const SHOWN = 3;

describe('a question of what if', () => {
  it.each([
    ['ru', 'что если учётчик не сдаст список'],
    ['ru', 'что будет, если учётчик не сдаст список'],
    ['ru', 'что будет если учётчик никогда не сдаст'],
    ['ru', 'что случится, когда счётчик не сдаст свой список'],
    ['ru', 'что если учётчик не сдаст'],
    ['uz', 'agar sanovchi roʻyxatini topshirmasa'],
    ['uz', 'sanovchi roʻyxatni topshirmasa'],
    ['uz', 'sanovchi roʻyxatini topshirmasa nima boʻladi'],
  ] as const)('in %s, “%s”, is answered among the first three that are shown', (language, query) => {
    const shown = listedFor(language, query).flatMap(({ hits }) => hits.slice(0, SHOWN));
    expect(shown.slice(0, 3).map(({ sentence: [text] }) => text)).toContainEqual(
      expect.stringMatching(/так и не сдаёт|sanovchi hech topshirmasa/),
    );
  });
});

describe('a question that nothing has all words of', () => {
  it.each([
    ['ru', 'сотрудник ничего не делает полчаса', 'inactivity'],
    ['ru', 'что будет если сотрудник ничего не делает 30 минут', 'inactivity'],
    ['ru', 'человек ушёл и не работает полчаса', 'inactivity'],
    ['uz', 'xodim yarim soat hech narsa qilmasa', 'inactivity'],
    ['ru', 'нет интернета при подсчёте', 'countingWorkspace'],
  ] as const)('in %s, “%s”, is answered by %s and hardly more', (language, query, name) => {
    const found = listedFor(language, query).map((one) => one.name);
    expect(found).toContain(name);
    expect(found.length).toBeLessThanOrEqual(3);
  });

  it('leaves out what lacks the word that tells most', () => {
    const sentence = (text: string) => ({
      sentence: [text, ''] as const,
      key: ` ${wordKey(text)} `,
      also: '',
      event: '',
    });
    const many = Array.from({ length: 20 }, (_, at) => sentence(`Склад и товар, ${at}`));
    const own = [...many, sentence('Склад и полка')];
    const found = [{ hits: hitsIn(own, '', 'склад товар полка', 1) }];
    expect(found[0]?.hits).toHaveLength(21);
    const kept = tellingOf(found, () => false).flatMap(({ hits }) => hits.map(({ sentence: [text] }) => text));
    expect(kept).toEqual(['Склад и полка']);
  });
});

describe('a position that a question names', () => {
  const of = (id: number, title: string) => ({ id, title, machines: [] });
  const positions = {
    ru: [of(1, 'Кассир'), of(2, 'Кладовщик'), of(3, 'Учётчик'), of(4, 'Руководитель филиала'), of(5, 'Директор')],
    uz: [of(1, 'Kassir'), of(2, 'Omborchi'), of(3, 'Sanovchi'), of(4, 'Filial rahbari'), of(5, 'Direktor')],
  };
  it.each([
    ['что может кассир', [1], ''],
    ['что разрешено кладовщику', [2], ''],
    ['что может кладовщик с посчитанным актом', [2], 'посчитанным актом'],
    ['права руководителя филиала в накладной', [4], 'накладной'],
    ['кассир', [1], ''],
    ['kassir nima qila oladi', [1], ''],
    ['omborchi sanalgan akt bilan nima qila oladi', [2], 'sanalgan akt'],
    ['aktda omborchilar nima qilishi mumkin', [2], 'aktda'],
  ])('“%s”', (query, ids, rest) => {
    const found = rolesOf(query, positions[/^\p{Script=Latin}/u.test(query) ? 'uz' : 'ru']);
    expect([found?.positions.map(({ id }) => id), found?.rest]).toEqual([ids, rest]);
  });

  it.each([
    ['ru', 'кладовщик посчитанный акт', [2], 'посчитанный акт'],
    ['uz', 'omborchi sanalgan akt', [2], 'sanalgan akt'],
    ['uz', 'omborchi sanab boʻlingan akt', [2], 'sanab boʻlingan akt'],
  ] as const)('in %s, “%s”, which nothing says, is about what it may', (language, query, ids, rest) => {
    const roles = rolesOf(query, positions[language]);
    expect([roles?.positions.map(({ id }) => id), roles?.rest]).toEqual([ids, rest]);
    expect(roles && isOfRoles(roles, searchedFor(language, query), searchedFor(language, rest))).toBe(true);
  });

  it.each([
    ['ru', 'учётчик не сдаёт'],
    ['ru', 'учётчик забыл сдать'],
    ['uz', 'sanovchi topshirmadi'],
  ] as const)('in %s, “%s” is about what happens to it', (language, query) => {
    const roles = rolesOf(query, positions[language]);
    expect(roles && isOfRoles(roles, searchedFor(language, query), searchedFor(language, roles.rest))).toBe(false);
  });

  it.each(['что будет, если учётчик не сдаёт', 'sanovchi topshirmasa nima boʻladi', 'где застревают акты'])(
    '“%s” asks about none',
    (query) => expect(rolesOf(query, positions[/^\p{Script=Latin}/u.test(query) ? 'uz' : 'ru'])).toBeNull(),
  );
});
