/** What a hand does to the widgets of a dashboard: plain functions over the list of them (areas 4.24). */
import type { ChosenWidget, OfferedWidget, Widget, WidgetSize } from '../../contract/widgets.ts';

export type ArrangeEvent =
  | { type: 'widget.add'; widget: Widget }
  | { type: 'widget.remove'; widget: Widget }
  /** Puts a widget before another one; null is the end. */
  | { type: 'widget.move'; widget: Widget; before: Widget | null }
  | { type: 'widget.resize'; widget: Widget; size: WidgetSize }
  /** As the release has it. */
  | { type: 'dashboard.reset' };

export const sameWidgets = (one: readonly ChosenWidget[], other: readonly ChosenWidget[]): boolean =>
  one.length === other.length &&
  one.every(({ widget, size }, at) => widget === other[at]?.widget && size === other[at].size);

/** The default until a person chooses. */
export const standardOf = (offered: readonly OfferedWidget[]): ChosenWidget[] =>
  offered.map(({ widget, size }) => ({ widget, size }));

const without = (chosen: readonly ChosenWidget[], widget: Widget) => chosen.filter((one) => one.widget !== widget);

function moved(chosen: readonly ChosenWidget[], widget: Widget, before: Widget | null): readonly ChosenWidget[] {
  const own = chosen.find((one) => one.widget === widget);
  if (own === undefined || widget === before) return chosen;
  const rest = without(chosen, widget);
  const at = before === null ? rest.length : rest.findIndex((one) => one.widget === before);
  return at === -1 ? chosen : rest.toSpliced(at, 0, own);
}

/** The widgets after an event; the same ones where it changes nothing or asks for what is not offered. */
export function arranged(
  chosen: readonly ChosenWidget[],
  offered: readonly OfferedWidget[],
  event: ArrangeEvent,
): readonly ChosenWidget[] {
  if (event.type === 'dashboard.reset') return standardOf(offered);
  const offer = offered.find((one) => one.widget === event.widget);
  const isThere = chosen.some((one) => one.widget === event.widget);
  switch (event.type) {
    case 'widget.add':
      return offer === undefined || isThere ? chosen : [...chosen, { widget: event.widget, size: offer.size }];
    case 'widget.remove':
      return without(chosen, event.widget);
    case 'widget.move':
      return moved(chosen, event.widget, event.before);
    case 'widget.resize':
      if (offer?.sizes.includes(event.size) !== true) return chosen;
      return chosen.map((one) => (one.widget === event.widget ? { ...one, size: event.size } : one));
  }
}
