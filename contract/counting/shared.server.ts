/** Rights and events that the server sides of the calls in this folder share. */
import * as z from 'zod/mini';
import { MAX_COUNT } from './shared.ts';

export const count = () => z.int().check(z.gte(0), z.lte(MAX_COUNT));
const act = { rule: 'act_of_count.show' } as const;
export const printed = { ...act, origin: 'specification' } as const;
export const extension = { ...act, origin: 'extension' } as const;
export const actEvent = (type: string) => ({ machine: 'countingAct', type });
export const counterEvent = (type: string) => ({ machine: 'counter', type });
