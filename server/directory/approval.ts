/** P1 (areas 3) on the server: who decides, what approving does, whom a request concerns, why it was not allowed. */
import { sql } from 'kysely';
import { type AnyDirectory, ruleFor, ruleOfStep, snake } from '../../contract/directory/directory.ts';
import { allows } from '../../contract/rules.ts';
import { approvalMachine } from '../../machines/approval/approval.machine.ts';
import type { Action, Actions, Done } from './lifecycle.ts';
import type { Writer } from './reader.ts';
import type { FoundRecord } from './records.ts';
import { authorsOf, concernOfRequest } from './requestConcerns.ts';
import { type Served, servedDirectories } from './serve.ts';

/** Declared directories whose records are requests. */
export const requestDirectories = (): readonly Served[] =>
  servedDirectories().filter(({ directory }) => directory.spec.chart?.machine === approvalMachine.id);

/** What is special of a kind of request. */
interface Special<Row> {
  /** Refuses what may not be asked for now, with the request held. @throws Refusal 409 */
  readonly send?: (writer: Writer, request: Row) => Promise<void>;
  /** What is done with the approval, in the same transaction. @throws Refusal 409 */
  readonly approve: (writer: Writer, request: Row) => Promise<Done>;
}

/** The chart of requests of a declared directory, with `approvalOf`. */
export function approvals<Row extends { readonly id: number }>(
  directory: object,
  { send, approve }: Special<Row>,
): Actions<Row> {
  const declared = directory as AnyDirectory;
  const { name } = declared.spec;
  const rules = { show: ruleFor(declared, 'show'), decide: ruleOfStep(declared, 'request.approve') };
  const table = sql.table(snake(name));
  const own = (record: Row) => record as Row & FoundRecord;
  const why: Action<Row> = {
    async take({ db }, { id }, { reason }) {
      await sql`UPDATE ${table} SET decision = ${reason} WHERE id = ${id}`.execute(db);
      return { log: { after: { reason } } };
    },
  };
  return {
    machine: approvalMachine,
    // the form refuses what a request lacks: whatever was saved is whole
    facts: async () => ({ complete: true }),
    concerns: (record, event, details) =>
      concernOfRequest(
        { authors: authorsOf(record), owner_id: own(record).owner_id ?? 0 },
        event as never,
        details,
        rules,
      ),
    steps: {
      'request.send': {
        async take(writer, request) {
          await send?.(writer, request);
          return {};
        },
      },
      'request.approve': { take: approve },
      'request.refuse': why,
      'request.cancel': {
        ...why,
        right: (record, user) => own(record).owner_id === user.id || allows(user.rules, rules.decide),
        forbidden: 'errors.record_of_author',
      },
    },
  };
}
