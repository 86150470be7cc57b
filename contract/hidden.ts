/** Characters that nobody sees and no file keeps: control characters but tab and line breaks, and halves of characters. */
const HIDDEN = /[^\P{Cc}\t\n\r]|\p{Surrogate}/u;
const ALL_HIDDEN = new RegExp(HIDDEN, 'gu');

export const hasHidden = (text: string): boolean => HIDDEN.test(text);
export const withoutHidden = (text: string): string => text.replace(ALL_HIDDEN, '');
