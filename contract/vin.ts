/** The number of a car's body: 17 letters and digits, without I, O and Q. */
export const VIN = /^[A-HJ-NPR-Z\d]{17}$/;

/** A number as it is stored, however it was typed. */
export const vinOf = (words: string): string => words.toUpperCase().replace(/[\s-]/g, '');
