/** Client service: what the card of a client shows beside its record, and no list of its own answers (areas 4.19 `/clients/info-card`). */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf, day, FileInfo, uzs } from './common.ts';

/** Files that the card shows: the newest. */
export const CARD_FILES = 50;

/** Incomes that another person has checked. */
export const clientChecked = defineCall({
  service: 'client',
  id: 'clientChecked',
  method: 'GET',
  path: '/client/checked_incomes/{id}',
  response: dataOf(
    z.array(
      z.object({
        id: z.int(),
        source: z.string(),
        month: day(),
        /** Null: it is not shown to the reader (decision 85). */
        amount: z.nullable(uzs()),
      }),
    ),
  ),
});

/** Files of the documents of the client that the reader may see, the newest first; those of the card itself are `clientFiles`. */
export const clientDocumentFiles = defineCall({
  service: 'client',
  id: 'clientDocumentFiles',
  method: 'GET',
  path: '/client/document_files/{id}',
  response: dataOf(
    z.array(
      z.extend(FileInfo, {
        document: z.object({
          id: z.int(),
          number: z.nullable(z.string()),
          /** Its workflow, and its kind in the reader's language. */
          machine: z.string(),
          kind: z.string(),
        }),
      }),
    ),
  ),
});

export const clientCardCalls = [clientChecked, clientDocumentFiles] as const;
