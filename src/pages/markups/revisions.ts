/** Revisions of a category’s markup in the side pane: their calls, and a revision as fields. */
import { type Markup, markupCreate, markupDrop, markupPlan, markupUpdate } from '../../../contract/markups.ts';
import type { PriceFigures } from '../../../machines/invoice/sellingPrice.ts';
import type { RecordCommandInput, RecordView } from '../../../machines/recordPane/recordPane.machine.ts';
import { request } from '../../api/client.ts';
import type { Chosen } from '../../ui/form/ManyField.tsx';
import { paneMachine } from '../../ui/record/useRecordPane.ts';

export type MarkupFigures = Pick<PriceFigures, 'no_cash' | 'additional' | 'other_additional'>;

export type RevisionFields = {
  category: Chosen;
  /** Null: for every organization without a markup of its own. */
  organization: Chosen | null;
  no_cash: number | null;
  additional: number | null;
  other_additional: number | null;
  valid_from: string | null;
};

const chosen = ({ id, name }: { id: number; name: string }): Chosen => ({ id, title: name });

export const revisionView = (markup: Markup): RecordView => ({
  id: markup.id,
  version: markup.version,
  allowed: markup.allowed_events.map((event) => event.replace('revision.', 'record.')),
  fields: {
    category: chosen(markup.category),
    organization: markup.organization && chosen(markup.organization),
    no_cash: markup.no_cash,
    additional: markup.additional,
    other_additional: markup.other_additional,
    valid_from: markup.valid_from,
  },
  facts: { status: markup.status },
});

const bodyOf = ({ no_cash, additional, other_additional, valid_from }: RevisionFields) => ({
  no_cash: no_cash ?? 0,
  additional: additional ?? 0,
  other_additional: other_additional ?? 0,
  valid_from: valid_from ?? '',
});

function send({ command, id, version, fields, key }: RecordCommandInput): Promise<{ data: Markup }> {
  const values = fields as RevisionFields;
  if (id === null) {
    const { category, organization } = values;
    const body = { category_id: category.id, organization_id: organization?.id ?? null, ...bodyOf(values) };
    return request(markupCreate, { body, key });
  }
  const options = { params: { id }, ifMatch: version, key };
  if (command === 'save') return request(markupUpdate, { body: bodyOf(values), ...options });
  return request(command === 'plan' ? markupPlan : markupDrop, options);
}

export const revisionPane = {
  machine: paneMachine(
    async (input) => revisionView((await send(input)).data),
    // the log of settings has no call: who was faster is not known
    (error) => ({ ...revisionView(error.body?.current as Markup), by: null, at: null }),
  ),
};
