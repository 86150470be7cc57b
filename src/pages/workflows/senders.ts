import type { Facts } from './factFiles.ts';

/** Who may send an event: those whom a call asks for a rule, the person at the screen, the page by itself, or the machine. */
export type Sender =
  | { kind: 'rules'; rules: readonly string[]; who: readonly string[] }
  | { kind: 'person' }
  | { kind: 'page' }
  | { kind: 'system' };

export function sendersOf({ senders, pageEvents, layers }: Facts, event: string): Sender {
  if (event === '' || event.startsWith('xstate.')) return { kind: 'system' };
  const own = senders.filter((one) => one.event === event);
  // senders without a rule are named by `who`
  const rules = [...new Set(own.map(({ rule }) => rule))].filter((rule) => rule !== 'signedIn');
  const who = [...new Set(own.flatMap((one) => one.who ?? []))];
  if (own.length > 0) return { kind: 'rules', rules, who };
  // what no call of the contract sends to a document comes from the server itself, though a walk of its page waits for it
  if (layers.includes('server')) return { kind: 'system' };
  return { kind: pageEvents.includes(event) ? 'page' : 'person' };
}
