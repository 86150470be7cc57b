/** Calls on lines of a draft. */
import { expect } from 'vitest';
import { luhnDigit } from '../../contract/checkDigits.ts';
import { type LineBody, lineUpdate } from '../../contract/invoices/lines.ts';
import { invoiceFingerprint } from './invoiceKit.ts';
import type { Server } from './world.ts';

export type Refused = { status: number; error: { code: string; errors?: Record<string, string[]>; current?: unknown } };

/** An IMEI of those that no phone has. */
let imeis = 0;

export const imei = () => {
  const body = `3500000${String(++imeis).padStart(7, '0')}`;
  return `${body}${luhnDigit(body)}`;
};

/** Helpers bound to the server of a test file. */
export function lineKit(server: { readonly current: Server }) {
  async function refused(ask: () => Promise<Refused>, status: number, code: string): Promise<Refused['error']> {
    const before = await invoiceFingerprint(server.current);
    const answer = await ask();
    expect([answer.status, answer.error.code], JSON.stringify(answer.error)).toEqual([status, code]);
    expect(await invoiceFingerprint(server.current)).toBe(before);
    return answer.error;
  }

  const update = (id: number, body: LineBody, ifMatch?: number) =>
    server.current.call('purchaser', lineUpdate, {
      params: { id },
      body,
      ...(ifMatch === undefined ? {} : { ifMatch }),
    });

  return { refused, update };
}
