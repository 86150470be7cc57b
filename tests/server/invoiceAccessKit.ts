/** Refusals of invoice calls, and people with other rights. */
import { expect } from 'vitest';
import { invoiceFingerprint } from './invoiceKit.ts';
import type { Server } from './world.ts';

/** Shop of the other branch, and the transit warehouse of the first. */
export const OTHER_SHOP = 4;

/** Helpers bound to the server of a test file. */
export function invoiceAccessKit(server: { readonly current: Server }) {
  /** Refused with these, and nothing changed. */
  async function refused(
    ask: () => Promise<{ status: number; error: { code: string; errors?: Record<string, string[]> } }>,
    status: number,
    code?: string,
  ): Promise<{ code: string; errors?: Record<string, string[]> }> {
    const before = await invoiceFingerprint(server.current);
    const answer = await ask();
    expect([answer.status, code ? answer.error.code : undefined], JSON.stringify(answer.error)).toEqual([status, code]);
    expect(await invoiceFingerprint(server.current)).toBe(before);
    return answer.error;
  }

  return { refused };
}
