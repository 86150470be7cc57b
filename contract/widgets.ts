/** Cash service: what the person's own dashboard shows (areas 4.24 `/widgets/widgets-page`), and in which order and size. */
import * as z from 'zod/mini';
import { defineCall } from './call.ts';
import { dataOf } from './common.ts';

/** What waits of the queue: acts to count, acts to decide on, invoices to confirm, own drafts of invoices, tests. */
export const DUTIES = ['count', 'decide', 'confirm', 'send', 'test'] as const;
export type DutyKind = (typeof DUTIES)[number];

/** How many wait of each kind, each kind of what waits, the practice day, the pages kept at hand. */
export const WIDGETS = ['figures', ...DUTIES, 'practice_day', 'favourites'] as const;
export type Widget = (typeof WIDGETS)[number];

/** Shares of the dashboard's width, the narrowest first. */
export const WIDGET_SIZES = ['third', 'half', 'full'] as const;
export type WidgetSize = (typeof WIDGET_SIZES)[number];

export const ChosenWidget = z.object({ widget: z.enum(WIDGETS), size: z.enum(WIDGET_SIZES) });
export type ChosenWidget = z.infer<typeof ChosenWidget>;

export const OfferedWidget = z.object({
  widget: z.enum(WIDGETS),
  /** In which it comes. */
  size: z.enum(WIDGET_SIZES),
  /** In which it may stand. */
  sizes: z.array(z.enum(WIDGET_SIZES)),
});
export type OfferedWidget = z.infer<typeof OfferedWidget>;

export const MyWidgets = z.object({
  /** 0 until something was chosen. */
  version: z.int(),
  /** In their order. What the person's rules do not allow now is left out. */
  chosen: z.array(ChosenWidget),
  /** All that the person may choose; in this order and size they stand until something was chosen. */
  offered: z.array(OfferedWidget),
});
export type MyWidgets = z.infer<typeof MyWidgets>;

export const myWidgets = defineCall({
  id: 'myWidgets',
  service: 'cash',
  method: 'GET',
  path: '/v1_0/my/widgets',
  response: dataOf(MyWidgets),
});

export const saveWidgets = defineCall({
  id: 'saveWidgets',
  service: 'cash',
  method: 'PUT',
  path: '/v1_0/my/widgets',
  // the answer replaces what was read
  stale: [],
  response: dataOf(MyWidgets),
});

export const widgetCalls = [myWidgets, saveWidgets] as const;
