/** Segments: how many clients each has, and a preview of what is being written. */
import { segment } from '../../contract/directories/segment.ts';
import { directoryPage } from '../directory/page.tsx';
import { formatDateTime } from '../format/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import type { Text } from '../i18n/index.ts';
import { SegmentPreview } from '../pages/clients/SegmentPreview.tsx';
import { AreaField } from '../ui/form/fields.tsx';
import type { FieldBinding } from '../ui/form/useForm.ts';

interface Condition {
  readonly active: boolean;
  readonly fact?: unknown;
  readonly at_least?: unknown;
  readonly at_most?: unknown;
}

/** A condition in words: what it looks at, and its bounds. */
const wordsOf = ({ fact, at_least, at_most }: Condition, t: Text): string => {
  const bounds = [
    at_least !== null && t('atLeast', { n: formatNumber(at_least as number) }),
    at_most !== null && t('atMost', { n: formatNumber(at_most as number) }),
  ];
  return `${t(`lines.conditions.values.fact.${fact}`)}: ${bounds.filter(Boolean).join(' ')}`;
};
/** One below another: how many they are, and what each says. */
const Conditions = ({ conditions, t }: { conditions: readonly Condition[]; t: Text }) => {
  const held = conditions.filter(({ active }) => active).map((one) => wordsOf(one, t));
  return held.length === 0 ? (
    '—'
  ) : (
    <div className="directory-stacked">
      {held.map((words) => (
        <div key={words} className="cut" title={words}>
          {words}
        </div>
      ))}
    </div>
  );
};

export default directoryPage(segment, {
  initial: { colour: '#1f7a8c' },
  giveWay: { conditions: 'less' },
  cells: { conditions: ({ conditions }, t) => <Conditions conditions={conditions} t={t} /> },
  fields: {
    note: ({ form, t }) => (
      <>
        <AreaField label={t('fields.note')} {...(form.field('note') as FieldBinding<string>)} />
        <SegmentPreview form={form} />
      </>
    ),
  },
  columns: (t) => [
    {
      key: 'clients',
      title: t('fields.clients'),
      kind: 'number',
      value: ({ clients }) => clients,
      cell: ({ clients }) =>
        clients === null ? <span className="faint">{t('counting')}</span> : formatNumber(clients),
    },
    {
      key: 'counted_at',
      title: t('fields.counted_at'),
      width: '9rem',
      drop: 'least',
      value: ({ counted_at }) => (counted_at === null ? null : formatDateTime(counted_at)),
    },
  ],
});
