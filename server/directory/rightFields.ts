/**
 * A row of a file may be wrong in one field and still be asked about the others, so that all its faults are shown at once
 * (decision 93): rules are given the right fields alone, and one that reads a wrong field is not asked.
 */
import { type FieldFault, Refusal } from '../http/refusal.ts';
import type { Faults, Hooks } from './hooks.ts';
import type { Writer } from './reader.ts';
import type { FoundRecord } from './records.ts';

type Body = Readonly<Record<string, unknown>>;

class WrongFieldRead extends Error {}

/** The body without its wrong fields; reading one of them ends the rule that does it. */
export function rightFieldsOf(body: Body, wrong: ReadonlySet<string>): Body {
  if (wrong.size === 0) return body;
  const right = Object.fromEntries(Object.entries(body).filter(([name]) => !wrong.has(name)));
  return new Proxy(right, {
    get(target, name) {
      if (typeof name === 'string' && wrong.has(name)) throw new WrongFieldRead();
      return Reflect.get(target, name);
    },
  });
}

/** What is wrong with the branch, as a fault of its field. */
export const branchFaults = (sent: string, require: () => Promise<void>): Promise<Faults> =>
  asFarAsRight(async () => {
    try {
      await require();
      return {};
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return error.extra.fields ?? { [sent]: [{ key: 'record_of_others' }] };
    }
  });

/** What a rule finds; nothing where it asks for a field that is wrong already. */
export async function asFarAsRight(rule: () => Promise<Faults | undefined> | undefined): Promise<Faults> {
  try {
    return (await rule()) ?? {};
  } catch (error) {
    if (error instanceof WrongFieldRead) return {};
    throw error;
  }
}

/** What is wrong with a change beside its shape. @param wrong fields, by their names on the wire, that are wrong already */
export type Special = (
  writer: Writer,
  id: number | null,
  body: Body,
  before: FoundRecord | null,
  wrong: ReadonlySet<string>,
) => Promise<Faults>;

type ValueRule = (writer: Writer, value: unknown, id: number | null) => Promise<FieldFault[]>;

/** What the hook `wrongIn` finds in the values that are sent. */
export async function faultsOfValues<Row, Sent, Extra>(
  { wrongIn = {} }: Hooks<Row, Sent, Extra>,
  writer: Writer,
  id: number | null,
  body: Body,
): Promise<Faults> {
  const faults: Faults = {};
  for (const [name, rule] of Object.entries(wrongIn) as [string, ValueRule][]) {
    if (!Object.hasOwn(body, name) || body[name] === null || body[name] === undefined) continue;
    const found = await rule(writer, body[name], id);
    if (found.length > 0) faults[name] = found;
  }
  return faults;
}
