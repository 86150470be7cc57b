/** Sums written out in the words of a contract. */
import { expect, it } from 'vitest';
import ru from '../../locales/ru/contractPaper.json' with { type: 'json' };
import uz from '../../locales/uz/contractPaper.json' with { type: 'json' };
import { sumInWords } from '../../src/pages/sale/sumInWords.ts';

it.each([
  [0, 'nol', 'ноль'],
  [1, 'bir', 'один'],
  [10, 'oʻn', 'десять'],
  [12, 'oʻn ikki', 'двенадцать'],
  [40, 'qirq', 'сорок'],
  [99, 'toʻqson toʻqqiz', 'девяносто девять'],
  [100, 'bir yuz', 'сто'],
  [1_000, 'bir ming', 'одна тысяча'],
  [2_002, 'ikki ming ikki', 'две тысячи два'],
  [11_000, 'oʻn bir ming', 'одиннадцать тысяч'],
  [21_000, 'yigirma bir ming', 'двадцать одна тысяча'],
  [112_004, 'bir yuz oʻn ikki ming toʻrt', 'сто двенадцать тысяч четыре'],
  [1_120_000, 'bir million bir yuz yigirma ming', 'один миллион сто двадцать тысяч'],
  [22_000_000, 'yigirma ikki million', 'двадцать два миллиона'],
  [6_305_060, 'olti million uch yuz besh ming oltmish', 'шесть миллионов триста пять тысяч шестьдесят'],
  [5_003_000_901, 'besh milliard uch million toʻqqiz yuz bir', 'пять миллиардов три миллиона девятьсот один'],
  [1_000_000_000_000, 'bir trillion', 'один триллион'],
])('%i', (sum, inUzbek, inRussian) => {
  expect(sumInWords(uz.numerals, sum)).toBe(inUzbek);
  expect(sumInWords(ru.numerals, sum)).toBe(inRussian);
});
