/** What only the server needs of the calls of `comments.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { queryId, text } from '../common.ts';
import { serverSide } from '../serverSide.ts';
import { actEvent, extension, printed } from './shared.server.ts';

export const countingCommentsServer = serverSide({
  addCommentary: {
    ...printed,
    body: z.object({
      act_of_count_id: queryId(),
      product_variant_id: z.optional(queryId()),
      comment: text(2000),
      file: z.optional(z.file()),
    }),
    event: actEvent('comment.add'),
    who: 'actManager',
    summary: 'A comment on a product of an act, or on the act itself, with a file.',
  },
  editCommentary: {
    ...printed,
    body: z.object({ id: queryId(), comment: text(2000), file: z.optional(z.file()) }),
    event: actEvent('comment.edit'),
    who: 'actManager',
    summary: 'Changes one’s own comment; the words before stay in the history.',
  },
  commentaryIndex: {
    ...extension,
    summary: 'All comments of an act, the newest first.',
  },
});
