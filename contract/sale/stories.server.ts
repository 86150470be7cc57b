/** What only the server needs of the calls of `stories.ts`. */
import * as z from 'zod/mini';
import { day, queryId } from '../common.ts';
import { serverSide } from '../serverSide.ts';
import { STORY_FIGURES, SUBJECTS } from './story.ts';

export const storiesServer = serverSide({
  figureStory: {
    origin: 'extension',
    rule: 'contract.show|contract.allshow|cashbox.show',
    query: z.object({
      figure: z.enum(STORY_FIGURES),
      subject: z.enum(SUBJECTS),
      /** Of the contract, the client or the cash account. */
      id: queryId(),
      /** One desk of a client; free money is asked of one. */
      organization_id: z.optional(queryId()),
      /** Left out: D, the practice date. */
      day: z.optional(day()),
    }),
    summary:
      'Why a debt, prepaid money, what is overdue or the balance of a cash desk is what it is on a day, by documents.',
  },
});
