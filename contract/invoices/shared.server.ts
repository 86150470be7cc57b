/** Rights and events that the server sides of the calls in this folder share. */
import * as z from 'zod/mini';
import { serialKey } from '../serial.ts';

export const search = () => z.optional(z.string().check(z.maxLength(100)));
export const percent = () => z.number().check(z.gte(0), z.lte(100), z.multipleOf(0.01));
export const serial = () => z.string().check(z.overwrite(serialKey), z.minLength(1), z.maxLength(64));
export const SHOW = 'product_invoice.show|product_invoice.allshow';
export const printed = { rule: SHOW, origin: 'specification' } as const;
export const extension = { rule: SHOW, origin: 'extension' } as const;
export const event = (type: string) => ({ machine: 'invoice', type });
