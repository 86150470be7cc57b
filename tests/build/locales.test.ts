/** `npm run locales`: a text in the wrong language is a fault, and so are the other faults of a text by itself. */
import { spawnSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** What is put into the texts: file, key, text; and the expected finding, or none. */
const PUT: [language: 'uz' | 'ru', key: string, text: string, said: RegExp | null][] = [
  ['ru', 'skip', 'Skip to content', /"Skip to content" is not Russian/],
  ['ru', 'menu', 'Menyu {{title}}', /"Menyu {{title}}" is not Russian/],
  ['ru', 'navigation', '<b>Ok</b>', /is not Russian/],
  ['ru', 'mostSearched', 'IMEI', null],
  ['ru', 'searchHint', 'Нажмите Ctrl + K', null],
  ['ru', 'sections', '{{count}} %', null],
  ['uz', 'skip', 'Mатнга oʻtish', /"атнга" is Cyrillic/],
  ['uz', 'menu', "Ko'rish", /"Ko'rish" has a wrong apostrophe/],
  ['uz', 'navigation', ' ', /: empty/],
  ['uz', 'word', 'Yangi faktura', /"faktura" is a word to avoid, the glossary has "tashkilot hisob-fakturasi/],
  ['uz', 'term', 'Hisob-fakturalar', null],
  ['uz', 'cancel', 'Bekor qilish', /"cancel" is said of a document that is called off alone/],
  ['ru', 'cancel', 'Отмена', /"cancel" is said of a document that is called off alone/],
  ['ru', 'people', 'Список счётчика', /"счётчик" is a word to avoid, the glossary has "учётчик"/],
  ['ru', 'paper', 'Новый инвойс', /"инвойс" is a word to avoid, the glossary has "приходная накладная/],
  ['ru', 'count', 'Пересчёт закрыт', /"пересчёт" is a word to avoid, the glossary has "акт инвентаризации/],
  ['ru', 'word', 'Список ревизора', /"ревизор" is a word to avoid, the glossary has "учётчик"/],
];

/** What is put at the end of the pages of a workflow. */
const PAGE_LINES = [
  ['uz', "Yangi faktura, `o'zi`"],
  ['ru', 'Список ревизора [здесь](ревизор.md)'],
] as const;

/** What the gallery and the live panel would show as a code name. */
const ANSWER = 'xstate.done.actor.loadPage';

/** What a test path and the simulator would show in English, and a name of nothing. */
const CASE = ['sidebar', 'cases', 'touches another section'] as const;
const CASE_OF_TABLE = ['countingAct', 'cases', 'counter.submit/sale'] as const;
const BEGINNING = ['drawer', 'beginnings', 'a narrow window'] as const;
const NO_CASE = 'does nothing';

let folder = '';
let lines: string[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'idora-locales-'));
  for (const part of [
    'scripts',
    'docs',
    'locales',
    'machines',
    'contract',
    'src',
    'server',
    'tests/oracle',
    'package.json',
    'tsconfig.json',
  ]) {
    cpSync(join(root, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  for (const language of ['uz', 'ru']) {
    const file = join(folder, `locales/${language}/shell.json`);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
    const put = Object.fromEntries(PUT.filter(([one]) => one === language).map(([, key, text]) => [key, text]));
    writeFileSync(file, JSON.stringify({ ...texts, tried: put }));
  }
  for (const [language, line] of PAGE_LINES) {
    appendFileSync(join(folder, `docs/workflows/${language}/counter.md`), `${line}\n`);
  }
  const navigation = join(folder, 'locales/uz/machines/navigation.json');
  const named = JSON.parse(readFileSync(navigation, 'utf8')) as { events: Record<string, unknown> };
  delete named.events[ANSWER];
  writeFileSync(navigation, JSON.stringify(named));
  for (const [machine, part, name] of [CASE, CASE_OF_TABLE, BEGINNING]) {
    const file = join(folder, `locales/ru/machines/${machine}.json`);
    const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string>>;
    delete texts[part]?.[name];
    writeFileSync(file, JSON.stringify({ ...texts, [part]: { ...texts[part], [NO_CASE]: 'ничего' } }));
  }
  const ran = spawnSync(process.execPath, ['scripts/check-locales.mjs'], { cwd: folder, encoding: 'utf8' });
  expect(ran.status).toBe(1);
  lines = ran.stderr.split('\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(PUT)('%s, %s: %s', (language, key, _, said) => {
  const found = lines.filter(
    (line) =>
      line.startsWith(`locales/${language}/shell.json tried.${key}: `) &&
      !/nothing reads it|values \{|missing, it is in/.test(line),
  );
  if (said === null) expect(found).toEqual([]);
  else expect(found).toEqual([expect.stringMatching(said)]);
});

it('an answer of an actor without a name is a fault', () => {
  expect(lines).toContain(`locales/uz/machines/navigation.json: event ${ANSWER} has no name`);
});

it('the words of the glossary are those of the pages of workflows too, and their code is left out', () => {
  expect(lines.filter((line) => line.startsWith('docs/workflows/'))).toEqual([
    expect.stringMatching(/^docs\/workflows\/uz\/counter\.md:\d+: "faktura" is a word to avoid/),
    expect.stringMatching(/^docs\/workflows\/ru\/counter\.md:\d+: "ревизор" is a word to avoid/),
  ]);
});

it.each([
  ['sidebar', 'case touches another section has no words'],
  ['countingAct', 'case counter.submit/sale has no words'],
  ['drawer', 'beginning a narrow window has no words'],
  ['sidebar', `the machine has no case ${NO_CASE}`],
  ['drawer', `the machine has no beginning ${NO_CASE}`],
])('%s: %s is a fault', (machine, said) => {
  expect(lines).toContain(`locales/ru/machines/${machine}.json: ${said}`);
});
