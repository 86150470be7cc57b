import type { Facts } from './catalogue.ts';

/** Who may send an event: those whom a call asks for a rule, the person at the screen, or nobody but the machine. */
export type Sender =
  | { kind: 'rules'; rules: readonly string[]; who: readonly string[] }
  | { kind: 'person' }
  | { kind: 'system' };

export function sendersOf({ senders, floors }: Facts, event: string): Sender {
  if (event === '' || event.startsWith('xstate.')) return { kind: 'system' };
  const own = senders.filter((one) => one.event === event);
  const rules = [...new Set(own.map(({ rule }) => rule))];
  const who = [...new Set(own.flatMap((one) => one.who ?? []))];
  if (rules.length > 0) return { kind: 'rules', rules, who };
  // what no call of the contract sends to a document comes from the server itself
  return { kind: floors.includes('server') ? 'system' : 'person' };
}
