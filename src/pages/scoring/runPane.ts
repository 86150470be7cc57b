/** A new run in the side pane: as fields, and its calls. Once it is written its sources are asked. */
import type { ScoringRunBody } from '../../../contract/bodies.ts';
import { plainNumber } from '../../../contract/persons.ts';
import { type ScoringRun, scoringRunCreate, scoringRunStart } from '../../../contract/scoringRuns.ts';
import type { RecordCommandInput, RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { newKey, request } from '../../api/client.ts';
import { paneMachine } from '../../ui/record/useRecordPane.ts';

export type RunFields = {
  pinfl: string;
  document: string;
  fullname: string;
  birth_date: string | null;
  goods: number | null;
  first_payment: number | null;
  /** Months, as they are chosen. */
  term: string | null;
  guarantor: boolean;
  consent: boolean;
};

export const EMPTY: RunFields = {
  ...{ pinfl: '', document: '', fullname: '', birth_date: null, goods: null, first_payment: null, term: null },
  ...{ guarantor: false, consent: false },
};

const bodyOf = ({ pinfl, document, fullname, birth_date, goods, first_payment, term, ...rest }: RunFields) =>
  ({
    ...rest,
    pinfl: plainNumber(pinfl),
    document: plainNumber(document),
    fullname: fullname.trim(),
    birth_date: birth_date ?? '',
    goods: goods ?? 0,
    first_payment: first_payment ?? 0,
    term: Number(term),
  }) satisfies ScoringRunBody;

const view = ({ id, version }: ScoringRun): RecordView => ({ id, version, allowed: [], fields: {}, facts: {} });

async function begin({ fields, key }: RecordCommandInput): Promise<ScoringRun> {
  const { data } = await request(scoringRunCreate, { body: bodyOf(fields as RunFields), key });
  if (!data.allowed_events.includes('run.start')) return data;
  // it is written: what keeps it from beginning is said on its own page
  const started = request(scoringRunStart, { params: { id: data.id }, ifMatch: data.version, key: newKey() });
  return started.then(
    (answer) => answer.data,
    () => data,
  );
}

export const runPane = {
  machine: paneMachine(
    async (input) => view(await begin(input)),
    // it is only ever made here: nobody else has a newer one
    async (error) => {
      throw error;
    },
  ),
};
