/** Limits, states and declarations that the calls of counting acts share (spec 7 "counting acts"; decisions 32–34). */
import * as z from 'zod/mini';
import { serialKey } from '../serial.ts';

/** A count is whole, 0 to 9,999,999 (decision 34). */
export const MAX_COUNT = 9_999_999;

export const ACT_STATUSES = [
  'created',
  'residues_loaded',
  'counting',
  'counted',
  'completed',
  'formed',
  'cancelled',
] as const;
export type ActStatus = (typeof ACT_STATUSES)[number];

export const COUNTER_STATUSES = ['assigned', 'counting', 'submitted'] as const;
export type CounterStatus = (typeof COUNTER_STATUSES)[number];

/** A category that an act is limited to, in both languages: its log shows it, too. */
export const ActCategory = z.object({ id: z.int(), name_uz: z.string(), name_ru: z.string() });
export type ActCategory = z.infer<typeof ActCategory>;

/** In the one form of serial numbers: no other spelling of a unit gets further than this. */
export const serial = () => z.string().check(z.overwrite(serialKey), z.minLength(1), z.maxLength(64));

/** What shows an act: a step with it, or with one of its lists, makes all of it stale. */
export const ACT = ['actIndex', 'actShow', 'actHistory', 'counterIndex', 'rowsShow', 'myDay'] as const;
