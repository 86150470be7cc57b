import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { type MarkupOfCategory, markupRevisions } from '../../../contract/markups.ts';
import type { Json } from '../../../machines/recordPane/merge.ts';
import { useCall } from '../../api/queries.ts';
import { formatDate, tashkentDay } from '../../format/dates.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { RevisionEditor } from '../../setting/RevisionEditor.tsx';
import { ChoiceField, NumberField, SumField } from '../../ui/form/fields.tsx';
import type { Chosen } from '../../ui/form/ManyField.tsx';
import { atLeastZero, greaterThanZero, maxPercent, required } from '../../ui/form/rules.ts';
import { Pane } from '../../ui/layout.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { usePaneForm, useReadRecord } from '../../ui/record/usePaneForm.ts';
import type { PaneActor } from '../../ui/record/useRecordPane.ts';
import type { ValueWords } from '../../ui/record/words.ts';
import { organizations } from '../invoices/choices.ts';
import { EXAMPLE_COST, exampleWhile } from './example.ts';
import { type RevisionFields, revisionView } from './revisions.ts';

interface RevisionPaneProps {
  actor: PaneActor;
  category: MarkupOfCategory;
  /** Whose markup a new one is; null: of every organization. */
  organization: Chosen | null;
  /** Whether the person may choose another. */
  choosesOrganization: boolean;
}

/** A revision beside the list: a new one, a draft to be changed, or one that is only read. */
export function RevisionPane(props: RevisionPaneProps) {
  const { actor, category } = props;
  const t = useText('records');
  const visit = useSelector(actor, ({ context }) => context.visit);
  const place = useSelector(actor, ({ context }) => context.place);
  const reading = useSelector(actor, (snapshot) => snapshot.matches({ shown: 'reading' }));
  const read = useCall(markupRevisions, { params: { id: category.id } });
  const id = place === null || place === 'new' ? null : place.id;
  const row = read.data?.data.find((one) => one.id === id);
  useReadRecord(actor, row, revisionView);
  if (!reading) return <OpenRevision key={visit} {...props} />;
  return (
    <Pane title={t('reading')} onClose={() => actor.send({ type: 'pane.close' })} closeLabel={t('common:close')}>
      <SkeletonRows rows={6} columns={[1]} />
    </Pane>
  );
}

/** What a new revision begins with: the figures that hold now, from today. */
const initialFields = ({ category, organization }: RevisionPaneProps): RevisionFields => ({
  category: { id: category.id, title: category.name },
  organization,
  no_cash: category.in_force?.no_cash ?? 100,
  additional: category.in_force?.additional ?? 0,
  other_additional: category.in_force?.other_additional ?? 0,
  valid_from: tashkentDay(Date.now()),
});

function OpenRevision(props: RevisionPaneProps) {
  const { actor, choosesOrganization } = props;
  const t = useText('markups');
  const [empty] = useState(() => initialFields(props));
  const paneForm = usePaneForm<RevisionFields>(actor, {
    form: 'markup',
    within: props.category.id,
    empty,
    rules: {
      no_cash: [required, greaterThanZero, maxPercent],
      additional: [atLeastZero, maxPercent],
      other_additional: atLeastZero,
      valid_from: required,
    },
    names: { organization: 'organization_id' },
  });
  const { record, initial, form } = paneForm;
  const category = initial.category.title;
  const date = initial.valid_from === null ? '' : formatDate(initial.valid_from);
  const price = exampleWhile(form.values);
  const organization = form.field('organization');
  return (
    <RevisionEditor
      actor={actor}
      paneForm={paneForm}
      title={record === null ? t('form.newTitle', { category }) : t('form.title', { category, date })}
      words={wordsOf(t)}
      result={
        <section className="markup-result" aria-live="polite">
          <span className="muted">{t('form.result')}</span>
          <b className="num" data-testid="markup-example">
            {price === null
              ? t('form.resultNone')
              : t('exampleOf', { cost: formatNumber(EXAMPLE_COST), price: formatNumber(price) })}
          </b>
        </section>
      }
    >
      {choosesOrganization ? (
        <ChoiceField
          label={t('organization')}
          of={organizations}
          empty={t('forEvery')}
          clearable
          {...(record === null && { help: t('form.organizationHelp') })}
          {...organization}
          onChange={(option) => organization.onChange(option && { id: option.id, title: option.title })}
          disabled={organization.disabled || record !== null}
        />
      ) : (
        <p className="muted">{initial.organization?.title ?? t('forEvery')}</p>
      )}
      <div className="markup-percents">
        <NumberField label={t('noCash')} decimals={2} autoFocus={record === null} {...form.field('no_cash')} />
        <NumberField label={t('additional')} decimals={2} {...form.field('additional')} />
      </div>
      <SumField label={t('form.other')} help={t('form.otherHelp')} {...form.field('other_additional')} />
    </RevisionEditor>
  );
}

const wordsOf = (t: Text): ValueWords => ({
  fields: {
    category: t('category'),
    organization: t('organization'),
    no_cash: t('noCash'),
    additional: t('additional'),
    other_additional: t('other'),
  },
  value(field: string, value: Json) {
    if (typeof value === 'number') return formatNumber(value, { decimals: 2, trim: true });
    return field === 'valid_from' && typeof value === 'string' ? formatDate(value) : undefined;
  },
});
