/** Checks of contracts in server tests: who may what, a run, and what is open of a contract. */
import { sql } from 'kysely';
import { contractCheckStart } from '../../contract/contractChecks.ts';
import { workChecks } from '../../server/contracts/checkRun.ts';
import { PEOPLE, type PersonName, type Server } from './world.ts';

export const grant = (on: Server, granted: Partial<Record<PersonName, string[]>>) =>
  on.db.kysely
    .insertInto('user_rule')
    .values(
      Object.entries(granted).flatMap(([name, actions]) =>
        actions.map((action) => ({
          ...{ user_id: PEOPLE[name as PersonName].id, resource: 'error', action, granted: true, until: null },
        })),
      ),
    )
    .execute();

/** All contracts are checked, because the director asks for it. */
export async function runChecks(on: Server): Promise<void> {
  await on.do('director', contractCheckStart, {});
  await workChecks(on.db);
}

export interface OpenError {
  readonly code: string;
  readonly expected: number;
  readonly actual: number;
  readonly subject: string | null;
}

/** Errors that are open, by their contract. */
export async function openErrors(on: Server): Promise<ReadonlyMap<number, OpenError[]>> {
  const { rows } = await sql<OpenError & { contract_id: number }>`
    SELECT e.contract_id, e.code, e.expected::float8 AS expected, e.actual::float8 AS actual, e.subject
    FROM contract_error e JOIN document d ON d.id = e.id WHERE d.status IN ('found', 'fixing') ORDER BY e.id`.execute(
    on.db.kysely,
  );
  const found = new Map<number, OpenError[]>();
  for (const { contract_id, ...error } of rows) found.set(contract_id, [...(found.get(contract_id) ?? []), error]);
  return found;
}
