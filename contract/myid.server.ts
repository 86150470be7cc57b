/** What only the server needs of the calls of `myid.ts`. */
import * as z from 'zod/mini';
import { isPinfl } from './checkDigits.ts';
import { plainNumber } from './persons.ts';
import { serverSide } from './serverSide.ts';

const extension = { origin: 'extension' } as const;
/** Who adds clients or checks incomes; a card is also identified by who changes it. */
const STARTS = 'client.add|client.edit|incomes.check';

export const myidServer = serverSide({
  myidSessionCreate: {
    ...extension,
    rule: STARTS,
    body: z.object({
      client_id: z.nullable(z.int().check(z.gte(1))),
      /** Of who is no client yet. */
      pinfl: z.nullable(
        z.string().check(
          z.overwrite(plainNumber),
          z.refine((one) => isPinfl(one), { params: { key: 'pinfl' } }),
        ),
      ),
      consent: z.boolean(),
    }),
    summary: 'Writes whom MyID shall identify: the client of a card, or a new one by the PINFL.',
  },
  myidSessionStart: {
    ...extension,
    rule: STARTS,
    event: { machine: 'myIdSession', type: 'myid.start' },
    who: 'myidTries',
    summary: 'Asks MyID, with the consent of the person; the answer comes by itself.',
  },
  myidSessionShow: {
    ...extension,
    rule: STARTS,
    summary: 'One session of one’s own, or about a card; who the person is, for the author alone.',
  },
  myidClient: {
    ...extension,
    rule: 'client.show',
    summary: 'Whether a client is identified, until when, and the latest session about the card.',
  },
  clientCopyConfirm: {
    ...extension,
    rule: 'client_change.confirm',
    who: 'notAuthor',
    body: z.object({ file_id: z.int().check(z.gte(1)) }),
    summary:
      'Identifies a client by a checked copy of the document in place of MyID, where the setting of clients allows it.',
  },
});
