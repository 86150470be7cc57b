/** Calls of applications beside those of their declaration (`contract/questionnaires.ts`). */
import { sql } from 'kysely';
import { client } from '../../contract/directories/client.ts';
import type { questionnaire } from '../../contract/directories/questionnaire.ts';
import type { DirectoryRow } from '../../contract/directory/directory.ts';
import { questionnaireAgain, questionnaireResult } from '../../contract/questionnaires.ts';
import { seesClientWhole } from '../clients/masking.ts';
import { applicantOf, maskedApplicant, type Snapshot } from '../clients/snapshot.ts';
import { QUESTIONNAIRES, runOf } from '../directories/questionnaire.ts';
import { keepOpening } from '../directory/persons.ts';
import type { Reader } from '../directory/reader.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { say } from '../http/messages.ts';
import { detailOf } from '../scoring/detail.ts';
import { listedOf } from '../scoring/runs.ts';

type Row = DirectoryRow<typeof questionnaire>;

const find = async (reader: Reader, id: number): Promise<Row> =>
  (await QUESTIONNAIRES.find(reader, id)) as unknown as Row;

async function resultOf(reader: Reader, id: number) {
  const run = await runOf(reader, id);
  if (run === null) return null;
  const { score, decision, credit_limit, valid_until, reviewed_by, goods, first_payment, stand_in, status } =
    listedOf(run);
  const { owed, month, cut, changes, against, helped, criteria } = await detailOf(reader.db, reader.language, run);
  return {
    ...{ id: run.id, status, score, decision, credit_limit, valid_until, reviewed_by, goods, first_payment },
    ...{ owed, month, cut, changes, against, helped, stand_in },
    stopped: criteria.some(({ stop }) => stop),
  };
}

export const questionnaireImplementations: Implementation[] = [
  implement(questionnaireResult, {
    record: (context) => find(context, context.params.id),
    async handle(context) {
      const { db, record } = context;
      const { rows } = await sql<{ snapshot: Snapshot | null; id: number | null; number: string | null }>`
        SELECT q.snapshot, d.id, d.number FROM questionnaire q LEFT JOIN document d ON d.id = q.contract_id
        WHERE q.id = ${record.id}`.execute(db);
      const { snapshot = null, id = null, number = null } = rows[0] ?? {};
      const whole = await seesClientWhole(context, record.client.id);
      const known = snapshot ?? (await applicantOf(context, record.client.id));
      if (whole) await keepOpening(client, context, record.client.id);
      return {
        data: {
          applicant: {
            ...(whole ? known : maskedApplicant(known)),
            ...{ masked: !whole, kept_at: snapshot === null ? null : known.kept_at },
          },
          run: await resultOf(context, record.id),
          contract: id === null ? null : { id, number },
        },
      };
    },
  }),

  implement(questionnaireAgain, {
    record: (context) => find(context, context.params.id),
    async handle(context) {
      const { record, language } = context;
      const { client: of, goods, first_payment, term, employment, guarantor, relation, note } = record;
      const offered = record.offered && {
        goods: record.offered_goods ?? goods,
        first_payment: record.offered_first_payment ?? first_payment,
        term: record.offered_term ?? term,
      };
      const { id } = await QUESTIONNAIRES.make(context, {
        ...{ client_id: of.id, goods, first_payment, term, employment, relation, note, ...offered },
        guarantor_id: guarantor?.id ?? null,
      });
      return { data: { id }, message: say(language, 'actions.saved') };
    },
  }),
];
