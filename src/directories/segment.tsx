/** Segments: how many clients each has, and a preview of what is being written. */
import { segment } from '../../contract/directories/segment.ts';
import { directoryPage } from '../directory/page.tsx';
import { formatDateTime } from '../format/dates.ts';
import { formatNumber } from '../format/numbers.ts';
import { SegmentPreview } from '../pages/clients/SegmentPreview.tsx';
import { AreaField } from '../ui/form/fields.tsx';
import type { FieldBinding } from '../ui/form/useForm.ts';

export default directoryPage(segment, {
  initial: { colour: '#1f7a8c' },
  giveWay: { conditions: 'less' },
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
