/** What a car is worth as a pledge (areas 3.4): pure rules, the same for the server and for what the screen explains. */

/** Mileage in km up to which each band of the wear table goes. */
const BANDS = [
  ['to_50', 50_000],
  ['to_100', 100_000],
  ['to_150', 150_000],
  ['to_200', 200_000],
] as const;
export type MileageBand = (typeof BANDS)[number][0] | 'over_200';

export const bandOf = (mileage: number): MileageBand => BANDS.find(([, most]) => mileage <= most)?.[0] ?? 'over_200';

/** Full years of a car on a day; one of next year is new. */
export const ageOfCar = (year: number, day: string): number => Math.max(0, Number(day.slice(0, 4)) - year);

/** In whole soʻm: value = market × (1 − wear %), accepted = value × max share. */
export function worthOf(market: number, wear: number, maxShare: number): { value: number; accepted: number } {
  const value = Math.round((market * Math.round((100 - wear) * 100)) / 10_000);
  return { value, accepted: Math.round((value * Math.round(maxShare * 100)) / 10_000) };
}
