/** What a release changed, as the gallery tells it: in the reader's words, in both languages. */
import { beforeAll, expect, it } from 'vitest';
import { type ChartRecord, differenceOf } from '../../machines/kit/release.ts';
import { LANGUAGES, loadTexts, say, setLanguage, type Text } from '../../src/i18n/index.ts';
import type { WorkflowEntry } from '../../src/pages/workflows/catalogue.ts';
import { changesAt, marksOf } from '../../src/pages/workflows/compare/places.ts';
import { changedIn, nameOf, rowWords, saidOf, wordsOfBoth } from '../../src/pages/workflows/compare/words.ts';
import { wordsOf } from '../../src/pages/workflows/words.ts';

const kept = import.meta.glob<ChartRecord>('../../docs/releases/*/*.json', { import: 'default', eager: true });
const today = import.meta.glob<ChartRecord>('../../docs/generated/charts/*.json', { import: 'default', eager: true });
const pairs = Object.entries(kept).flatMap(([file, before]) => {
  const now = today[`../../docs/generated/charts/${file.split('/').at(-1)}`];
  return now === undefined ? [] : [{ file, before, now }];
});
const t = ((key: string, values?: object) =>
  say((key.includes(':') ? key : `workflows:${key}`) as never, values as never)) as unknown as Text;

beforeAll(() => loadTexts('workflows', 'replay', ...pairs.map(({ now }) => `machines/${now.chart.id}`)));

it.each(LANGUAGES)('in %s states, arrows and rows of tables are told without names of the code', async (language) => {
  await setLanguage(language);
  expect(pairs.length).toBeGreaterThan(20);
  let told = 0;
  for (const { file, before, now } of pairs) {
    const words = wordsOfBoth(wordsOf({ name: now.chart.id } as WorkflowEntry), before, language, t);
    const versions = { before, now, words, t };
    const transitions = [...now.chart.transitions, ...before.chart.transitions];
    const facts = Object.keys(now.table?.begins.facts ?? {}).filter((name) => /[A-Z]/.test(name));
    for (const change of differenceOf(before, now)) {
      if (!['state', 'transition', 'row'].includes(change.what)) continue;
      const said = saidOf(change, { ...versions, language, r: t });
      const lines = [nameOf(change, { ...now.chart, transitions }, versions), ...said.before, ...said.after];
      for (const line of lines) {
        told += 1;
        expect(line, `${file} ${change.name}`).not.toMatch(/\b[a-z]{3,}\.[a-z]{3,}\b|workflows:|undefined|\{\{/i);
        for (const fact of facts) expect(line, `${file} ${change.name}`).not.toContain(fact);
      }
      for (const row of change.rows ?? []) expect(rowWords(row, words, versions)).not.toBe(row);
    }
  }
  expect(told).toBeGreaterThan(20);
});

it.each([
  ['ru', '31 мин.', '30 мин.'],
  ['uz', '31 daq.', '30 daq.'],
] as const)(
  'in %s a time that changed is shown as a time, and what uses it is not written twice',
  async (language, was, is) => {
    await setLanguage(language);
    const now = today['../../docs/generated/charts/inactivity.json'] as ChartRecord;
    const { durations: _, ...older } = now;
    const before = { ...older, constants: { ...now.constants, INACTIVITY_LIMIT: '1_860_000' } };
    const words = wordsOf({ name: 'inactivity' } as WorkflowEntry);
    const [change, ...others] = differenceOf(before, now);
    expect(others).toEqual([]);
    expect(change && saidOf(change, { before, now, words, t, r: t, language })).toEqual({ before: [was], after: [is] });
    const { text } = now.bodies.guards.limitPassed as { text: string };
    expect(changedIn(text, before, now)).toEqual(['INACTIVITY_LIMIT']);
    expect(changedIn(text, now, now)).toEqual([]);
  },
);

it.each(LANGUAGES)(
  'in %s every constant has words, and one that is gone keeps those of its release',
  async (language) => {
    await setLanguage(language);
    const charts = Object.values(today).filter(({ constants }) => Object.keys(constants).length > 0);
    expect(charts.length).toBeGreaterThan(10);
    await loadTexts(...charts.map(({ chart }) => `machines/${chart.id}` as never));
    for (const now of charts) {
      const words = wordsOf({ name: now.chart.id } as WorkflowEntry);
      const versions = { before: { ...now, constants: {} }, now, words, t };
      const changes = differenceOf(versions.before, now);
      expect(changes.map(({ name }) => name)).toEqual(Object.keys(now.constants));
      for (const change of changes) {
        const said = nameOf(change, now.chart, versions);
        expect(said, `${now.chart.id} ${change.name}`).toMatch(/\p{Ll}{3}/u);
        expect(said).not.toMatch(/[A-Z]{2}_[A-Z]{2}|undefined/);
        expect(now.words[language].constants?.[change.name]).toBe(said);
      }
    }
  },
);

it('a new event is listed once in each row, with where it leads', async () => {
  await setLanguage('ru');
  const pair = pairs.find(({ file }) => file.endsWith('1.3.0/countingAct.json'));
  if (pair === undefined) throw new Error('no countingAct');
  const words = wordsOf({ name: 'countingAct' } as WorkflowEntry);
  const changes = differenceOf(pair.before, pair.now).filter(({ what }) => what === 'row');
  const [first] = changes.map((change) => saidOf(change, { ...pair, words, t, r: t, language: 'ru' }));
  const ofLimit = (lines: readonly string[] = []) => lines.filter((line) => line.startsWith('Ограничение'));
  expect(ofLimit(first?.before)).toEqual([]);
  expect(ofLimit(first?.after)).toEqual(['Ограничение категориями: состояние не меняется']);
});

it('a text that changed is marked on its state, its arrows or the arrows of its guard, and told when one is chosen', () => {
  const pair = pairs.find(({ file }) => file.endsWith('1.3.0/countingAct.json'));
  if (pair === undefined) throw new Error('no countingAct');
  const { now } = pair;
  const { chart } = now;
  const at = chart.transitions.findIndex(({ guard }) => guard.startsWith('and('));
  const { event = '', guard = '' } = chart.transitions[at] ?? {};
  const [part = ''] = /\w+(?=[,)])/.exec(guard) ?? [];
  const { ru } = now.words;
  const before: ChartRecord = {
    ...now,
    words: {
      ...now.words,
      ru: {
        states: { ...ru.states, counted: { name: ru.states.counted?.name ?? '', description: 'Было иначе.' } },
        events: { ...ru.events, [event]: { name: 'Раньше так' } },
        guards: { ...ru.guards, [part]: 'раньше так' },
      },
    },
    texts: { ...now.texts, ru: { ...now.texts.ru, 'errors.stale': 'Раньше так' } },
  };
  const changes = differenceOf(before, now);
  expect(changes).toHaveLength(4);
  const marks = marksOf(changes, chart);
  expect([marks.states.size, marks.transitions.size]).toEqual([0, 0]);
  expect([...marks.texts.states]).toEqual(['counted']);
  expect([...marks.texts.transitions]).toEqual([at]);
  expect(changesAt(changes, chart, { kind: 'state', path: 'counted' })).toHaveLength(1);
  expect(changesAt(changes, chart, { kind: 'transition', at })).toHaveLength(2);
});

it('a guard that compares with something else marks its arrows; words of a new arrow are no mark of their own', () => {
  const pair = pairs.find(({ file }) => file.endsWith('1.3.0/serialDesk.json'));
  if (pair === undefined) throw new Error('no serialDesk');
  const { before, now } = pair;
  const changes = differenceOf(before, now);
  const marks = marksOf(changes, now.chart);
  const guards = changes.filter(({ what, change }) => what === 'guard' && change === 'changed');
  const added = new Set(
    changes.filter(({ what, change }) => what === 'transition' && change === 'added').map((one) => one.name),
  );
  expect(guards.length).toBeGreaterThan(0);
  expect(added.size).toBeGreaterThan(0);
  now.chart.transitions.forEach(({ key, guard }, at) => {
    if (added.has(key)) expect(marks.transitions.get(at)).toBe('added');
    else if (guards.some(({ name }) => name === guard)) expect(marks.transitions.get(at)).toBe('changed');
    if (added.has(key)) expect(marks.texts.transitions.has(at)).toBe(false);
  });
});

it.each([
  ['ru', '«hit:»', '3', 'образец для распознавания, его видно с кодовыми именами', '«barcode», «sku», «name»'],
  ['uz', '«hit:»', '3', 'tanib olish namunasi, u koddagi nomlar bilan koʻrinadi', '«barcode», «sku», «name»'],
] as const)(
  'in %s a constant is shown in words and figures, never as code',
  async (language, mark, seconds, pattern, names) => {
    await setLanguage(language);
    const shown = (chart: string, name: string) => {
      const now = today[`../../docs/generated/charts/${chart}.json`] as ChartRecord;
      const words = wordsOf({ name: chart } as WorkflowEntry);
      const before = { ...now, constants: {} };
      const change = differenceOf(before, now).find((one) => one.name === name);
      return change && saidOf(change, { before, now, words, t, r: t, language }).after;
    };
    expect(shown('searchDialog', 'HIT')).toEqual([mark]);
    expect(shown('passwordChange', 'MESSAGE_SECONDS')).toEqual([seconds]);
    expect(shown('pasteLines', 'UNITS')).toEqual([pattern]);
    expect(shown('pasteLines', 'VAT')).toEqual([pattern]);
    expect(shown('pasteLines', 'PRODUCT')).toEqual([names]);
    // nothing that looks like code is left in any chart
    for (const { chart, constants } of Object.values(today))
      for (const name of Object.keys(constants))
        expect(shown(chart.id, name)?.join(), name).not.toMatch(/[\\/[\]'_{}]/);
  },
);

it.each([
  ['ru', 'прежнее действие', 'удержать слова'],
  ['uz', 'avvalgi amal', 'soʻzlarni saqlab turish'],
] as const)('in %s what is gone is called as its release called it', async (language, former, own) => {
  await setLanguage(language);
  const pair = pairs.find(({ file }) => file.endsWith('1.3.0/pasteLines.json'));
  if (pair === undefined) throw new Error('no pasteLines');
  const of = (before: ChartRecord) =>
    wordsOfBoth(wordsOf({ name: 'pasteLines' } as WorkflowEntry), before, language, t);
  const words = of(pair.before);
  expect(words.action('keepWords')).toBe(own);
  const arrow = pair.before.chart.transitions.find(({ actions }) => actions.includes('keepWords'));
  expect(arrow && words.sentence(arrow)).toContain(own);
  const changes = differenceOf(pair.before, pair.now).filter(({ before }) => before === 'keepWords');
  expect(changes.length).toBeGreaterThan(0);
  for (const change of changes) expect(saidOf(change, { ...pair, words, t, r: t, language }).before).toEqual([own]);
  // a release that kept no words says that it was one of its own
  const { actions: _, ...older } = pair.before.words[language];
  const silent = { ...pair.before, words: { ...pair.before.words, [language]: older } };
  expect(of(silent).action('keepWords')).toBe(former);
});

it.each(LANGUAGES)('in %s a release keeps the words of everything that its chart names', async (language) => {
  await setLanguage(language);
  const later = wordsOf({ name: 'none' } as WorkflowEntry);
  for (const { chart, bodies, ...now } of Object.values(today)) {
    // as a program has it that knows none of these any more
    const words = wordsOfBoth(later, { ...now, chart, bodies }, language, t);
    const does = [
      ...chart.transitions.flatMap(({ actions }) => actions),
      ...chart.states.flatMap(({ entry, exit }) => [...entry, ...exit]),
    ];
    for (const name of does)
      expect([name, 'прежнее действие', 'avvalgi amal'], chart.id).not.toContain(words.action(name));
    for (const name of chart.states.flatMap(({ actors }) => actors))
      expect([name, 'прежний исполнитель', 'avvalgi bajaruvchi'], chart.id).not.toContain(words.actor(name));
    for (const name of Object.keys(bodies.delays))
      expect([name, 'прежняя задержка', 'avvalgi kechikish'], chart.id).not.toContain(words.delay(name));
  }
});
