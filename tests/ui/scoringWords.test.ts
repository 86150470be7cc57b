/** What a scoring run says in words: years and reasons by their number, in both languages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RunResult } from '../../contract/questionnaires.ts';
import { loadTexts, say, setLanguage, type Text } from '../../src/i18n/index.ts';
import { paragraphOf, seenWords } from '../../src/pages/scoring/words.ts';

const t: Text = (key, values) => say(`scoring:${key}`, values);
const refused = (against: string[]) =>
  ({ decision: 'refused', cut: false, reviewed_by: null, against, helped: [], changes: [] }) as unknown as RunResult;

describe.each([
  [
    'ru',
    { 21: '21 год', 24: '24 года', 39: '39 лет' },
    [
      'Заявка пока не одобрена. Основная причина: небольшой стаж.',
      'Заявка пока не одобрена. Основные причины: небольшой стаж и платёжная история.',
    ],
  ],
  [
    'uz',
    { 21: '21 yosh', 24: '24 yosh', 39: '39 yosh' },
    [
      'Arizangiz hozircha tasdiqlanmadi. Asosiy sabab: ish stajining kamligi.',
      'Arizangiz hozircha tasdiqlanmadi. Asosiy sabablar: ish stajining kamligi va toʻlov tarixi.',
    ],
  ],
] as const)('in %s', (language, ages, paragraphs) => {
  beforeAll(async () => {
    await setLanguage(language);
    await loadTexts('scoring');
  });
  afterAll(() => setLanguage('uz'));

  it('an age has its word', () => {
    for (const [input, words] of Object.entries(ages))
      expect(seenWords({ fact: 'age', input: Number(input) }, t)).toBe(words);
  });

  it('one reason is a reason, two are reasons', () => {
    expect([refused(['experience']), refused(['experience', 'history'])].map((run) => paragraphOf(run, t))).toEqual(
      paragraphs,
    );
  });
});
