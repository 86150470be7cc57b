/** Cash service: the widgets of a person's dashboard, each under its own rule (areas 4.24). */
import type { Kysely } from 'kysely';
import { allows } from '../../contract/rules.ts';
import {
  type ChosenWidget,
  type DutyKind,
  type MyWidgets,
  myWidgets,
  type OfferedWidget,
  saveWidgets,
  type Widget,
} from '../../contract/widgets.ts';
import { sameWidgets, standardOf } from '../../machines/widgets/arrangement.ts';
import type { Schema } from '../db/schema.ts';
import type { SignedIn } from '../http/auth.ts';
import { type Implementation, implement } from '../http/implement.ts';
import { type FieldFault, invalid } from '../http/refusal.ts';
import { requireVersion } from '../lifecycle/stages.ts';

type Db = Kysely<Schema>;

/** Rules without which nothing of a kind can wait for a person; several must all pass. */
const DUTY_RULES: Readonly<Record<DutyKind, readonly string[]>> = {
  count: ['act_of_count.show'],
  decide: ['act_of_count.show|act_of_count.allshow'],
  confirm: ['product_invoice.confirm', 'product_invoice.show|product_invoice.allshow'],
  send: ['product_invoice.add|product_invoice.edit', 'product_invoice.show|product_invoice.allshow'],
  test: [],
};

/** The widgets come with the release (areas 4.26), in their order until a person chooses. */
const RELEASE: readonly (OfferedWidget & { rules: readonly string[] })[] = [
  { widget: 'figures', size: 'full', sizes: ['half', 'full'], rules: [] },
  { widget: 'count', size: 'half', sizes: ['third', 'half', 'full'], rules: DUTY_RULES.count },
  // a counter who may only look has nothing to decide
  {
    widget: 'decide',
    size: 'half',
    sizes: ['third', 'half', 'full'],
    rules: [...DUTY_RULES.decide, 'act_of_count.add|act_of_count.edit'],
  },
  { widget: 'confirm', size: 'half', sizes: ['third', 'half', 'full'], rules: DUTY_RULES.confirm },
  { widget: 'send', size: 'half', sizes: ['third', 'half', 'full'], rules: DUTY_RULES.send },
  { widget: 'test', size: 'third', sizes: ['third', 'half', 'full'], rules: DUTY_RULES.test },
  { widget: 'practice_day', size: 'third', sizes: ['third', 'half'], rules: [] },
  { widget: 'favourites', size: 'third', sizes: ['third', 'half', 'full'], rules: [] },
];

const sizesOf = (widget: Widget) => RELEASE.find((one) => one.widget === widget)?.sizes ?? [];

const offeredTo = ({ rules }: SignedIn): OfferedWidget[] =>
  RELEASE.filter((one) => allows(rules, one.rules)).map(({ rules: _, ...offered }) => offered);

/** In one statement, so that version and widgets belong together. */
const storedOf = (db: Db, { id }: SignedIn) =>
  db
    .selectFrom('user_dashboard')
    .leftJoin('user_widget', 'user_widget.user_id', 'user_dashboard.user_id')
    .select(['chosen', 'version', 'widget', 'size'])
    .where('user_dashboard.user_id', '=', id)
    .orderBy('position')
    .execute();

type Stored = Awaited<ReturnType<typeof storedOf>>;

/** The stored widgets that the person's rules allow. */
function shownOf(user: SignedIn, stored: Stored): MyWidgets {
  const offered = offeredTo(user);
  const { version, chosen } = stored[0] ?? { version: 0, chosen: false };
  if (!chosen) return { version, chosen: standardOf(offered), offered };
  return {
    version,
    offered,
    chosen: stored.flatMap((one): ChosenWidget[] => {
      const known = offered.find(({ widget }) => widget === one.widget);
      if (known === undefined) return [];
      return [{ widget: known.widget, size: known.sizes.find((size) => size === one.size) ?? known.size }];
    }),
  };
}

function checkWidgets(widgets: readonly ChosenWidget[]): void {
  const fields: Record<string, FieldFault[]> = {};
  const seen = new Set<string>();
  for (const [index, { widget, size }] of widgets.entries()) {
    if (seen.has(widget)) fields[`widgets.${index}.widget`] = [{ key: 'widget_twice' }];
    if (!sizesOf(widget).includes(size)) fields[`widgets.${index}.size`] = [{ key: 'widget_size' }];
    seen.add(widget);
  }
  if (Object.keys(fields).length > 0) throw invalid(fields);
}

const widgetsOf = async (db: Db, user: SignedIn): Promise<MyWidgets> => shownOf(user, await storedOf(db, user));

export const widgetImplementations: Implementation[] = [
  implement(myWidgets, { handle: async ({ db, user }) => ({ data: await widgetsOf(db, user) }) }),
  implement(saveWidgets, {
    async handle({ db, user, body: { widgets }, ifMatch }) {
      checkWidgets(widgets);
      // Two tabs that save at once: one after the other, and the second is refused as stale.
      await db.selectFrom('app_user').select('id').where('id', '=', user.id).forNoKeyUpdate().execute();
      const stored = await storedOf(db, user);
      const current = shownOf(user, stored);
      const { version, offered } = current;
      await requireVersion(ifMatch, version, () => current);
      // what a rule took away comes back with the rule
      const hidden = stored.flatMap(({ widget, size }) =>
        widget === null || size === null || [...offered, ...widgets].some((one) => one.widget === widget)
          ? []
          : [{ widget, size }],
      );
      // as the release has it: a person who reset the dashboard gets what later releases add
      const chosen = !sameWidgets(widgets, standardOf(offered));
      await db
        .insertInto('user_dashboard')
        .values({ user_id: user.id, chosen, version: version + 1 })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ chosen, version: version + 1 }))
        .execute();
      await db.deleteFrom('user_widget').where('user_id', '=', user.id).execute();
      const rows = chosen ? [...widgets, ...hidden] : [];
      if (rows.length > 0) {
        await db
          .insertInto('user_widget')
          .values(rows.map(({ widget, size }, position) => ({ user_id: user.id, position, widget, size })))
          .execute();
      }
      return { data: await widgetsOf(db, user) };
    },
  }),
];
