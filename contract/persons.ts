/** Numbers by which a person is known (areas 2, "Fields used everywhere"). */
import { isPinfl } from './checkDigits.ts';

/** Series and number of a passport or an identity card. */
export const DOCUMENT = /^[A-Z]{2}\d{7}$/;

/** As it is kept: without spaces, series in capitals. */
export const plainNumber = (written: string): string => written.replace(/[\s-]/g, '').toUpperCase();

/** As it is kept, typed with brackets too. */
export const bareNumber = (written: string): string => plainNumber(written).replace(/[()]/g, '');

/** A phone as it is kept, of a bare one that may be without its country. */
export function wholePhone(bare: string): string | null {
  const [, national] = /^(?:\+?998)?(\d{9})$/.exec(bare) ?? [];
  return national === undefined ? null : `+998${national}`;
}

export const isPersonalNumber = (number: string): boolean => isPinfl(number) || DOCUMENT.test(number);

export type Gender = 'male' | 'female';

/** What a PINFL says of its holder: 3 and 4 are a man and a woman of the last century, 5 and 6 of this one; then DDMMYY. */
export function saidByPinfl(pinfl: string): { gender: Gender; birth_date: string } {
  const first = Number(pinfl[0]);
  const [day, month, year] = [pinfl.slice(1, 3), pinfl.slice(3, 5), pinfl.slice(5, 7)];
  return {
    gender: first % 2 === 1 ? 'male' : 'female',
    birth_date: `${first < 5 ? '19' : '20'}${year}-${month}-${day}`,
  };
}

/** Full years on a day. */
export function ageOn(birthDate: string, day: string): number {
  const years = Number(day.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return day.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

/** What a number that was typed whole is: a phone may be without its country. */
export type NumberKind = 'pinfl' | 'document' | 'phone';
export function numberTaken(written: string): { kind: NumberKind; number: string } | null {
  const plain = bareNumber(written);
  if (isPinfl(plain)) return { kind: 'pinfl', number: plain };
  if (DOCUMENT.test(plain)) return { kind: 'document', number: plain };
  const phone = wholePhone(plain);
  return phone === null ? null : { kind: 'phone', number: phone };
}
