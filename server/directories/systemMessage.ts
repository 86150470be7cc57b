/** Texts that the system sends: only the words change, and only variables that the message has may stand in them. */

import { sql } from 'kysely';
import { systemMessage } from '../../contract/directories/systemMessage.ts';
import { unknownVariable } from '../../contract/messages.ts';
import { SYSTEM_MESSAGES } from '../../contract/systemMessages.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';

serveDirectory(systemMessage, {
  async extra({ db }, ids) {
    const { rows } = await sql<{ id: number; code: string }>`
      SELECT id, code FROM system_message WHERE id = ANY (${ids}::integer[])`.execute(db);
    return new Map(rows.map(({ id, code }) => [id, { variables: (SYSTEM_MESSAGES[code] ?? []).join(', ') }]));
  },
  acceptsMany: 'each',
  async refuse(_, { body, before }) {
    const known = SYSTEM_MESSAGES[before?.code ?? ''] ?? [];
    const faults: Faults = {};
    for (const language of ['uz', 'ru'] as const) {
      const variable = unknownVariable(body.text[language], known);
      if (variable !== null) faults.text = [{ key: 'variable_unknown', values: { variable } }];
    }
    return faults;
  },
});
