/**
 * Every 409 of a step against the hand-written tables of refusals: a reader of the gallery must find there whatever the app
 * may say. `Server.call` asks of each answer of each test, by its words, so that a refusal is seen whichever way it came about.
 */
import { calls } from '../../contract/index.ts';
import ru from '../../locales/ru/server.json' with { type: 'json' };
import uz from '../../locales/uz/server.json' with { type: 'json' };
import { ORACLES } from '../oracle/index.ts';
import { outcomesOf, textsOf, typeOf, type WrittenOracle } from '../oracle/oracle.ts';

/** What any step answers, whatever its chart says: by its state alone, and to who saw another version or sent a key twice. */
const OF_EVERY_STEP: ReadonlySet<string> = new Set(
  ['not_allowed_now', 'stale', 'key_reused', 'in_use'].map((code) => `errors.${code}`),
);
const WITHOUT_DAY: ReadonlySet<string> = new Set(['errors.no_open_day', 'errors.day_closing']);

/** Refusals that no step of a chart with a table gives, each with its reason. */
export const NO_STEP: Readonly<Record<string, string>> = {
  'errors.stale': 'every step: another version was seen',
  'errors.wrong_credentials': 'signing in is no step',
  'errors.validation': 'values of the body are refused field by field',
  'errors.disk_full': 'what is sent cannot be read or kept: no 409',
  'errors.not_read': 'what is sent cannot be read or kept: no 409',
  'errors.not_json': 'what is sent cannot be read or kept: no 409',
  'errors.not_multipart': 'what is sent cannot be read or kept: no 409',
  'errors.file_too_large': 'what is sent cannot be read or kept: no 409',
  'errors.if_match': 'what is sent cannot be read or kept: no 409',
  'errors.idempotency_key': 'what is sent cannot be read or kept: no 409',
  'errors.no_open_day': 'stands with `needsDay`',
  'errors.day_closing': 'stands with `needsDay`',
  'errors.day_another_open': 'stands at `day.reopen`; opening makes a new row',
  'errors.filtered_count': 'many rows at once: what the list counts',
  'errors.filtered_touched': 'many rows at once: what the list has',
  'errors.matrix_changed': 'a matrix of settings has no chart',
  'errors.price_changed': 'prices have no chart',
  'errors.rates_stale': 'rates of a day are no step of it',
  'errors.nothing_to_skip': 'putting a test off is no step',
  'errors.report_has_no_chart': 'making a scenario of a report is no step',
  'errors.report_has_scenario': 'making a scenario of a report is no step',
  'errors.certificate_not_issued': 'printing is no step',
  'errors.model_settled': 'trying a model is no step',
  'errors.order_has_contract': 'writing a contract over an order makes a new row',
  'errors.guarantor_of_draft': 'naming a guarantor makes a new row',
  'errors.guarantor_of_signed': 'asked before one is replaced: no step of the one who is replaced',
  'errors.not_reversible': 'what a reversal would undo is read, not written',
  'errors.copy_off': 'checking a copy of a document is no step',
  'errors.copy_no_document': 'checking a copy of a document is no step',
  'errors.secret_unreadable': 'checking a connection is no step',
};

const textsIn = (tree: unknown, path: string): [string, string][] =>
  typeof tree === 'string'
    ? [[path, tree]]
    : Object.entries(tree as object).flatMap(([name, inner]) => textsIn(inner, `${path}.${name}`));

/** A text of the server with any values in it. */
const patternOf = (text: string): RegExp =>
  new RegExp(
    `^${text
      .split(/\{\{\s*\w+\s*\}\}/)
      .map(literally)
      .join('.*')}$`,
    's',
  );

const literally = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

const TEXTS = [uz, ru].flatMap(({ errors, signing }) =>
  [...textsIn(errors, 'errors'), ...textsIn(signing, 'signing')].map(([key, text]) => ({
    key,
    pattern: patternOf(text),
  })),
);

/** Keys of the texts that a message may be; two texts may read the same. */
export const keysOf = (message: string): string[] =>
  TEXTS.filter(({ pattern }) => pattern.test(message)).map(({ key }) => key);

const sends = (type: string) => (name: string) => typeOf(name) === type;

/** Texts that a table has of an event: of its rows, and of what the server refuses beside them. */
export function listedAt(oracle: WrittenOracle, type: string): ReadonlySet<string> {
  const ofRows = oracle.rows.flatMap((row) =>
    outcomesOf(oracle, row)
      .filter(({ name, accepted }) => accepted === undefined && sends(type)(name))
      .flatMap((outcome) => textsOf(oracle, row, outcome)),
  );
  const beyond = Object.entries(oracle.beyond ?? {}).flatMap(([name, reasons = []]) =>
    sends(type)(name) ? reasons.map((reason) => `errors.${reason}`) : [],
  );
  return new Set([...ofRows, ...beyond]);
}

/** Whether a table lists one of the texts at the event. */
function isListed(machine: string, type: string, keys: readonly string[]): boolean {
  const oracle = ORACLES.find((one) => one.machine === machine);
  if (oracle === undefined) return true;
  if (keys.some((key) => WITHOUT_DAY.has(key)) && oracle.needsDay?.some(sends(type))) return true;
  const listed = listedAt(oracle, type);
  return keys.some((key) => listed.has(key));
}

/** What is wrong with a refusal; undefined when nothing is. */
export function refusalFault({ id }: { id: string }, status: number, body: unknown): string | undefined {
  const { message = '' } = status === 409 ? (body as { message?: string }) : {};
  const keys = keysOf(message);
  if (keys.length === 0 || keys.some((key) => OF_EVERY_STEP.has(key) || key in NO_STEP)) return undefined;
  const { event, alsoFires = [] } = calls.find((call) => call.id === id) ?? {};
  const events = [...(event ? [event] : []), ...alsoFires];
  if (events.length === 0 || events.some(({ machine, type }) => isListed(machine, type, keys))) return undefined;
  return `${id} was refused with ${keys.join()}, which no table in tests/oracle lists at ${events.map(({ type }) => type).join()}`;
}
