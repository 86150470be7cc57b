/** Personal numbers in what people write: a report's sentence, and the name of the scenario that is made of it. */

/** `28.11.2026` and `2026-11-28`, which are no part of a longer number. */
const DATES =
  /((?<![\d.])(?:0?[1-9]|[12]\d|3[01])\.(?:0?[1-9]|1[0-2])\.(?:19|20)\d\d(?!\.?\d)|(?<![\d-])(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?!-?\d))/;

/** Seven figures or more, with spaces, brackets, pluses, dots and dashes of every kind between them. */
const LONG = /\d(?:[\s()+.\-\u2010-\u2015\u2212]{0,4}\d){6,}/g;

/** `28.11.26`, `28.11` and `14.30`: several of them together are no long number. */
const SHORT = /(?<![\d.])(?:0\d|[12]\d|3[01])\.(?:(?:0[1-9]|1[0-2])\.\d\d|[0-5]\d)(?!\.?\d)/g;
/** Figures that may stand beside such ones: an hour, the number of a document. */
const BESIDE = 4;

const isOfDates = (number: string): boolean => number.replace(SHORT, '').replace(/\D/g, '').length <= BESIDE;

/** A sentence with every number of seven figures or more hidden (phones, personal numbers, cards, papers); dates stay. */
export const withoutNumbers = (sentence: string): string =>
  sentence
    .split(DATES)
    // what is split by stands between the parts
    .map((part, at) => (at % 2 === 1 ? part : part.replace(LONG, (number) => (isOfDates(number) ? number : '•••'))))
    .join('');
