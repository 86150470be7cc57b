/** What posting refused against the hand-written tables of refusals: a reader of the gallery must find the reason there. */
import { calls } from '../../contract/index.ts';
import { ORACLES } from '../oracle/index.ts';
import { POSTING_REASONS, typeOf } from '../oracle/oracle.ts';

const reasons: ReadonlySet<string> = new Set(POSTING_REASONS);

/** Whether a table lists the reason at the event: as one of posting, or of a row. */
function isListed(machine: string, type: string, reason: string): boolean {
  const oracle = ORACLES.find((one) => one.machine === machine);
  if (oracle === undefined) return true;
  const ofType = (entries: object): unknown[] =>
    Object.entries(entries).flatMap(([name, value]) => (typeOf(name) === type ? value : []));
  return [oracle.posting ?? {}, ...oracle.rows.map(({ refuses = {} }) => refuses)].flatMap(ofType).includes(reason);
}

/** What is wrong with a refusal; undefined when nothing is. */
export function refusalFault({ id }: { id: string }, status: number, body: unknown): string | undefined {
  const { code = '' } = status === 409 ? (body as { code?: string }) : {};
  if (!reasons.has(code)) return undefined;
  const { event, alsoFires = [] } = calls.find((call) => call.id === id) ?? {};
  const events = [...(event ? [event] : []), ...alsoFires];
  if (events.length === 0 || events.some(({ machine, type }) => isListed(machine, type, code))) return undefined;
  return `${id} was refused with ${code}, which no table in tests/oracle lists at ${events.map(({ type }) => type).join()}`;
}
