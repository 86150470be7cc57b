export * from './collate.ts';
export * from './dates.ts';
export * from './numbers.ts';
