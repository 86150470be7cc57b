/** Another guarantor of a signed contract signs, and the one until then is free (areas 3.4 "another guarantor signed"). */
import { sql } from 'kysely';
import { guaranteeReplace } from '../../contract/sale/guarantees.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { conflict } from '../http/refusal.ts';
import type { Asked } from '../lifecycle/lifecycle.ts';
import { practiceDate } from '../practiceDay/openDay.ts';
import { writeAddendum } from './addenda.ts';
import {
  findGuarantee,
  GUARANTEES,
  type GuaranteeRecord,
  guaranteeAnswer,
  isReplaceable,
  type Named,
  nameGuarantor,
  release,
} from './guarantees.ts';

/** The other one answers for the same sum. @throws Refusal 409 where the person may not be a guarantor now */
async function replace(context: Asked, one: GuaranteeRecord, named: Named): Promise<GuaranteeRecord> {
  const { db } = context;
  const { contract } = one;
  const id = await nameGuarantor(context, contract, named);
  const other = await findGuarantee(context, id);
  if (other.unfit !== null)
    throw conflict('not_allowed_now', { messageKey: `signing.unfit.${other.unfit}`, values: { name: other.client } });
  const day = await practiceDate(db, contract.organizationId);
  const amount = one.amount ?? 0;
  await GUARANTEES.take(context, other, 'guarantee.sign', async () => {
    await sql`UPDATE guarantee SET amount = ${amount}, signed_on = ${day}::date WHERE id = ${id}`.execute(db);
    return { after: { amount, signed_on: day }, instead_of: one.id };
  });
  await release(context, one, day);
  const parties = { released: one.client_id, guarantor: named.client_id, amount };
  await writeAddendum(context, contract, { kind: 'guarantor', cause: id, ...parties });
  return findGuarantee(context, id);
}

export const guarantorReplaceImplementations: Implementation[] = [
  implement(guaranteeReplace, {
    record: (context) => findGuarantee(context, context.params.id, true),
    async handle(context) {
      const { record, body, language } = context;
      if (!isReplaceable(record))
        throw conflict('not_allowed_now', { messageKey: 'errors.guarantor_of_signed', state: record.status });
      const made = await replace(context, record, body);
      const message = say(language, 'actions.guarantor_replaced', { name: made.client });
      return { data: guaranteeAnswer(context, made), message };
    },
  }),
];
