/** Values of the general reference lists: kinds of appeal say in how many days one is answered, others do not. */
import { sql } from 'kysely';
import { APPEAL_KINDS } from '../../contract/directories/classifier.ts';
import { classifierValue } from '../../contract/directories/classifierValue.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';

serveDirectory(classifierValue, {
  acceptsMany: 'each',
  async refuse({ db }, { body, before }): Promise<Faults> {
    const days = body.days === undefined ? (before?.days ?? null) : body.days;
    const { rows } = await sql<{ code: string }>`SELECT code FROM classifier WHERE id = ${body.classifier_id}`.execute(
      db,
    );
    const isAppeal = rows[0]?.code === APPEAL_KINDS;
    if (isAppeal === (days !== null)) return {};
    return { days: [{ key: isAppeal ? 'appeal_needs_days' : 'only_appeal_days' }] };
  },
});
