/** The shared rules of forms as a table of cases, with their words in both languages. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadTexts, say, setLanguage } from '../../src/i18n/index.ts';
import * as rules from '../../src/ui/form/rules.ts';

const t = (key: string, values?: Parameters<typeof say>[1]) => say(`kit:${key}`, values);

interface Case {
  rule: rules.Rule<never>;
  /** pass */
  right: unknown[];
  /** do not pass, with the words of each */
  wrong: [value: unknown, uz: string, ru: string][];
}

const cases: Record<string, Case> = {
  required: {
    rule: rules.required,
    right: ['a', 0, false === undefined, new Date(0), { id: 1 }, [0], true].filter((value) => value !== false),
    wrong: [null, undefined, '', '  ', [], false].map((value) => [
      value,
      'Toʻldirilishi shart',
      'Поле нужно заполнить',
    ]),
  },
  'non-null': {
    rule: rules.notNull,
    right: ['', 0, false, []],
    wrong: [null, undefined].map((value) => [value, 'Qiymat berilishi shart', 'Нужно указать значение']),
  },
  'minimum length': {
    rule: rules.minLength(3),
    right: ['', null, 'uch', 'toʻrt', ' abc '],
    wrong: [
      ['ab', 'Kamida 3 ta belgi kerak, 2 ta yozilgan', 'Знаков должно быть не меньше 3, введено 2'],
      [' a  ', 'Kamida 3 ta belgi kerak, 1 ta yozilgan', 'Знаков должно быть не меньше 3, введено 1'],
    ],
  },
  'maximum length': {
    rule: rules.maxLength(4),
    right: ['', null, 'toʻr', '👍👍👍👍'],
    wrong: [['beshta', 'Koʻpi bilan 4 ta belgi boʻladi, 6 ta yozilgan', 'Знаков должно быть не больше 4, введено 6']],
  },
  'so many digits': {
    rule: rules.digits(9),
    right: ['', null, '305620441', '305 620 441'],
    wrong: [
      ['305 620 44', '9 ta raqam kerak, 8 ta yozilgan', 'Цифр должно быть 9, введено 8'],
      ['30562044a', 'Faqat raqam yoziladi', 'Здесь пишутся только цифры'],
    ],
  },
  'greater than 0': {
    rule: rules.greaterThanZero,
    right: [null, 0.01, 5],
    wrong: [
      [0, '0 dan katta boʻlishi kerak, 0 yozilgan', 'Должно быть больше 0, введено 0'],
      [-1500, '0 dan katta boʻlishi kerak, −1\u202f500 yozilgan', 'Должно быть больше 0, введено −1\u202f500'],
    ],
  },
  'not negative': {
    rule: rules.notNegative,
    right: [null, 0, 5],
    wrong: [[-2.5, 'Manfiy boʻlmaydi, −2,5 yozilgan', 'Не бывает отрицательным, введено −2,5']],
  },
  'at least 0': {
    rule: rules.atLeastZero,
    right: [0, 5],
    wrong: [
      [-1, 'Kamida 0 boʻlishi kerak, −1 yozilgan', 'Должно быть не меньше 0, введено −1'],
      [null, 'Toʻldirilishi shart', 'Поле нужно заполнить'],
    ],
  },
  'list not empty': {
    rule: rules.notEmpty,
    right: [[1]],
    wrong: [[], null].map((value) => [
      value,
      'Roʻyxat boʻsh, kamida 1 ta qator kerak',
      'Список пуст, нужна хотя бы 1 строка',
    ]),
  },
  'phone number': {
    rule: rules.phone,
    right: ['', null, '+998901234567', '+998 90 123-45-67', '+998 (90) 123 45 67'],
    wrong: [
      ['+99890123456', '+998 dan keyin 9 ta raqam kerak, 8 ta yozilgan', 'После +998 должно быть 9 цифр, введено 8'],
      [
        '+9989012345678',
        '+998 dan keyin 9 ta raqam kerak, 10 ta yozilgan',
        'После +998 должно быть 9 цифр, введено 10',
      ],
      ['+79012345678', 'Telefon raqami +998 bilan boshlanadi', 'Номер телефона начинается с +998'],
      ['901234567', 'Telefon raqami +998 bilan boshlanadi', 'Номер телефона начинается с +998'],
      ['+99890123456a', 'Faqat raqam yoziladi', 'Здесь пишутся только цифры'],
    ],
  },
  password: {
    rule: rules.password,
    right: ['', null, 'Yangi#2026', 'Пароль-77'],
    wrong: [
      [
        'yangi',
        'Parolda yetishmaydi: 8 ta belgi, bosh harf, raqam, maxsus belgi',
        'В пароле не хватает: 8 знаков, заглавная буква, цифра, специальный знак',
      ],
      ['YANGI#2026', 'Parolda yetishmaydi: kichik harf', 'В пароле не хватает: строчная буква'],
    ],
  },
  'minimum value 100 000': {
    rule: rules.minSum,
    right: [null, 100_000, 100_001],
    wrong: [
      [
        99_999,
        'Kamida 100\u202f000 boʻlishi kerak, 99\u202f999 yozilgan',
        'Должно быть не меньше 100\u202f000, введено 99\u202f999',
      ],
      [0, 'Kamida 100\u202f000 boʻlishi kerak, 0 yozilgan', 'Должно быть не меньше 100\u202f000, введено 0'],
    ],
  },
  'maximum 100': {
    rule: rules.maxPercent,
    right: [null, 0, 100],
    wrong: [[100.5, 'Koʻpi bilan 100 boʻladi, 100,5 yozilgan', 'Должно быть не больше 100, введено 100,5']],
  },
};

beforeAll(() => loadTexts('kit'));
afterAll(() => setLanguage('uz'));

describe.each(['uz', 'ru'] as const)('rules in %s', (language) => {
  beforeAll(() => setLanguage(language));
  it.each(Object.entries(cases))('%s', (_, { rule, right, wrong }) => {
    for (const value of right) expect(rule(value as never, {}), JSON.stringify(value)).toBeNull();
    for (const [value, uz, ru] of wrong) {
      const fault = rule(value as never, {});
      expect(fault && rules.wordsOfFault(fault, t), JSON.stringify(value)).toBe(language === 'uz' ? uz : ru);
    }
  });
});

describe('several rules', () => {
  it('return the first broken rule, and a page may set its text', () => {
    const list = [rules.required, rules.minLength(3)] as const;
    expect(rules.faultOf(list, '', {})).toEqual({ rule: 'required', values: {} });
    expect(rules.faultOf(list, 'ab', {})).toMatchObject({ rule: 'minLength' });
    expect(rules.faultOf(list, 'abc', {})).toBeNull();
    expect(rules.withMessage('Izoh yozing', rules.required)('', {})).toEqual({ words: 'Izoh yozing' });
  });
});
