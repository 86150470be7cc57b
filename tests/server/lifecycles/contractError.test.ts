/** Errors of contracts: their lifecycle, walked by what people do and by what the checks find. */
import { sql } from 'kysely';
import { beforeAll, it } from 'vitest';
import { contractError } from '../../../contract/directories/contractError.ts';
import { contractErrorMachine } from '../../../machines/contractError/contractError.machine.ts';
import { contractErrorOracle } from '../../oracle/contractError.ts';
import { expectAttached } from '../attachedKit.ts';
import { grant, runChecks } from '../contractErrorKit.ts';
import { K, Till } from '../moneyKit.ts';
import { withServer } from '../world.ts';
import { runApiLayer } from './apiLayer.ts';

const server = withServer();
const till = new Till(() => server.current);
const { calls, steps } = contractError;
/** T of contract K. */
const TOTAL = K.instalments.reduce((sum, { amount }) => sum + amount, K.firstPayment);

beforeAll(() => grant(server.current, { viewer: ['show', 'edit'] }));

runApiLayer({
  machine: contractErrorMachine,
  oracle: contractErrorOracle,
  server,
  document: true,
  async open({ server: on }) {
    const contract = await till.sign(await till.client(), K);
    const finds = async (total: number) => {
      await sql`UPDATE contract SET total = ${total} WHERE id = ${contract}`.execute(till.kysely);
      await runChecks(server.current);
      return { status: 200 } as never;
    };
    await finds(TOTAL + 1);
    const { rows } = await sql<{ id: number }>`SELECT id FROM contract_error WHERE contract_id = ${contract}`.execute(
      till.kysely,
    );
    const params = { id: rows[0]?.id ?? 0 };
    return {
      id: params.id,
      send(verb) {
        if (verb === 'is taken') return on.call('director', steps['error.take'] as never, { params } as never);
        if (verb === 'gets a plan')
          return on.call('director', calls.update, { params, body: { plan: 'Shartnoma bekor qilinadi' } });
        if (verb === 'is accepted')
          return on.call('director', steps['error.accept'] as never, { params, body: { reason: 'Sinov' } } as never);
        return finds(verb === 'is fixed' ? TOTAL : TOTAL + 2);
      },
      async look() {
        const { data: whole } = await on.do('director', calls.show, { params });
        return { state: whole.status as string, version: whole.version, whole };
      },
    };
  },
});

it('has comments, files and a log, and is in its list', async () => {
  const contract = await till.sign(await till.client(), K);
  await sql`UPDATE contract SET total = ${TOTAL + 1} WHERE id = ${contract}`.execute(till.kysely);
  await runChecks(server.current);
  const { rows } = await sql<{ id: number }>`SELECT id FROM contract_error WHERE contract_id = ${contract}`.execute(
    till.kysely,
  );
  await expectAttached(server.current, contractError, rows[0]?.id ?? 0, 'director');
});
