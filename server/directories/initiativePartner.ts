/** Partners who bring clients: a person is paid a fee, so the PINFL must be known; that of a shop may be. */
import { initiativePartner } from '../../contract/directories/initiativePartner.ts';
import { type Faults, serveDirectory } from '../directory/serve.ts';

serveDirectory(initiativePartner, {
  acceptsMany: 'each',
  async refuse(_, { body, before }): Promise<Faults> {
    const pinfl = body.pinfl === undefined ? (before?.pinfl ?? null) : body.pinfl;
    return body.kind === 'person' && pinfl === null ? { pinfl: [{ key: 'person_needs_pinfl' }] } : {};
  },
});
