/** What only the server needs of the calls of `widgets.ts`: rights, what they ask for, the lifecycle events they fire. */

import * as z from 'zod/mini';
import { serverSide } from './serverSide.ts';
import { ChosenWidget, WIDGETS } from './widgets.ts';

export const widgetsServer = serverSide({
  myWidgets: {
    rule: 'signedIn',
    origin: 'extension',
    summary: 'Widgets of the dashboard of the person signed in, in their order, and those that the rules offer.',
  },
  saveWidgets: {
    body: z.object({ widgets: z.array(ChosenWidget).check(z.maxLength(WIDGETS.length)) }),
    rule: 'signedIn',
    origin: 'extension',
    summary:
      'Replaces the widgets of the person signed in. One that the rules do not allow now keeps its place behind them.',
  },
});
