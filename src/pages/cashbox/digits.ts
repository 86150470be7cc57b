/** A number of a person stands in no address: it is found by its own window (decision 98). */
export const digitsRefused = (words: string, said: string): string | undefined =>
  /\d[\d\s+-]{6,}\d/.test(words) && !/[a-z]/i.test(words) ? said : undefined;
