import { EVERY } from '../../../../contract/directory/chart.ts';

/** Whether something narrows what a list asks: else the server refuses all of its rows (`allIds`), and they are not offered. */
export const isNarrowed = (question: Readonly<Record<string, unknown>> | undefined): boolean =>
  Object.entries(question ?? {}).some(
    ([key, value]) => value !== undefined && value !== null && !(key === 'status' && value === EVERY),
  );
