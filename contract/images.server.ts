/** What only the server needs of the calls of `images.ts`. */
import * as z from 'zod/mini';
import { text } from './common.ts';
import { serverSide } from './serverSide.ts';

export const imagesServer = serverSide({
  imageUpload: {
    origin: 'extension',
    rule: 'signedIn',
    /** `of`: the directory or setting whose record will name it. */
    body: z.object({ file: z.file(), of: text(60) }),
    summary: 'Keeps an image for a record of a directory or setting; without one it is forgotten after a month.',
  },
});
