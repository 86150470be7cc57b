/** What only the server needs of the calls of `acts.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { daysFilter, id, pageQuery, queryId, reason, text } from '../common.ts';
import { serverSide } from '../serverSide.ts';
import { actEvent, extension, printed } from './shared.server.ts';
import { ACT_STATUSES } from './shared.ts';

/** Categories of one limit: more than anybody chooses by hand. */
const MAX_CATEGORIES = 100;

export const countingActsServer = serverSide({
  actIndex: {
    ...printed,
    query: z.object({
      ...pageQuery,
      organization_id: z.optional(queryId()),
      /** `YYYY-MM-DD` or `YYYY-MM-DD,YYYY-MM-DD`, days of Asia/Tashkent. */
      date: daysFilter(),
      status: z.optional(z.enum(ACT_STATUSES)),
      /** An extension: by the day of opening, which is also the order of numbers; `-` is the newest first. */
      sort: z.optional(z.enum(['created_at', '-created_at'])),
    }),
    summary: 'Acts that the person may see, newest first unless `sort` says otherwise, 15 a page.',
  },
  actShow: {
    ...extension,
    summary: 'One act with its facts and figures, for who may manage it.',
  },
  actHistory: {
    ...extension,
    summary: 'The event log of an act, the newest first; entries of counters are summed by ten minutes.',
  },
  actCreate: {
    ...printed,
    rule: 'act_of_count.add',
    body: z.object({ organization_id: id(), comment: text(500) }),
    summary: 'Opens an act.',
  },
  actUpdate: {
    ...printed,
    body: z.object({ organization_id: id(), comment: text(500) }),
    event: actEvent('act.update'),
    who: 'actManager',
    summary: 'Changes the comment until the act is completed, the organization only while it is created.',
  },
  actLimit: {
    ...extension,
    body: z.object({ category_ids: z.array(id()).check(z.maxLength(MAX_CATEGORIES)) }),
    event: actEvent('act.limit'),
    who: 'actManager',
    summary: 'Limits an act to categories with everything below them while it is created; none lifts the limit.',
  },
  loadResidues: {
    ...printed,
    event: actEvent('residues.load'),
    who: 'actManager',
    summary:
      'Takes the stock of the organization, of the act’s categories, as it is now; again until the first counter starts.',
  },
  actComplete: {
    ...printed,
    event: actEvent('act.complete'),
    who: 'actManager',
    summary: 'Completes the count once every counter has submitted and nothing is left to decide.',
  },
  actForm: {
    ...printed,
    event: actEvent('act.form'),
    who: 'actManager',
    summary: 'Forms the act: posts the differences to stock, once.',
  },
  actUploadFile: {
    ...printed,
    body: z.object({ file: z.file() }),
    event: actEvent('file.upload'),
    who: 'actManager',
    summary: 'The signed act, from its completion on.',
  },
  actCancel: {
    ...extension,
    body: z.object({ reason: reason() }),
    event: actEvent('act.cancel'),
    who: 'actManager',
    summary: 'Cancels an act that is not completed, with a reason.',
  },
  fileDownload: {
    ...extension,
    rule: 'signedIn',
    summary: 'The contents of a file that the person may see; the body is the file itself.',
  },
});
