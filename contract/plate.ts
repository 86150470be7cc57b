/** Number plates of cars (areas 2, "Fields used everywhere"): of a person `01 A 123 BC`, of a company `01 123 ABC`. */
export const PLATE = /^\d{2} ([A-Z] \d{3} [A-Z]{2}|\d{3} [A-Z]{3})$/;

/** A plate as it is stored, however it was typed; words that are none stay as they are. */
export function plateOf(words: string): string {
  const parts = /^(\d{2})([A-Z]?)(\d{3})([A-Z]{2,3})$/.exec(words.toUpperCase().replace(/[\s-]/g, ''));
  const plate = parts?.slice(1).filter(Boolean).join(' ') ?? '';
  return PLATE.test(plate) ? plate : words.trim();
}
