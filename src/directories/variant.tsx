/** Variants of products: with brand, category, price and stock; a new one is proposed to be counted as its category is. */
import { product } from '../../contract/directories/product.ts';
import { variant } from '../../contract/directories/variant.ts';
import type { Chosen } from '../../contract/directory/fields.ts';
import { request } from '../api/client.ts';
import { directoryPage } from '../directory/page.tsx';
import { sourceOf } from '../directory/sources.ts';
import { PricesTab } from '../pages/prices/PricesTab.tsx';
import { ChoiceField } from '../ui/form/fields.tsx';
import type { FieldBinding } from '../ui/form/useForm.ts';
import { StateChip } from '../ui/StateChip.tsx';

export default directoryPage(variant, {
  fields: {
    product: ({ form, record, t }) => {
      const binding = form.field('product') as FieldBinding<Chosen | null>;
      /** What the category says of serial numbers, where nobody has said it of this variant (decision 94). */
      const propose = async (id: number) => {
        const { data } = await request(product.calls.show, { params: { id } });
        form.propose('is_serial_number', data.serial);
        form.propose('imei_count', data.imei_count);
      };
      return (
        <ChoiceField
          label={t('fields.product')}
          of={sourceOf('product')}
          only={record === null}
          {...binding}
          onChange={(option) => {
            binding.onChange(option && { id: option.id, title: option.title });
            if (option && record === null) void propose(option.id);
          }}
        />
      );
    },
  },
  tabs: (t) => [{ key: 'prices', title: t('prices'), content: (id) => <PricesTab id={id} /> }],
  columns: (t) => [
    { key: 'category', title: t('fields.category'), width: '12rem', cut: true, value: (row) => row.category },
    { key: 'brand', title: t('fields.brand'), width: '9rem', drop: 'less', value: (row) => row.brand },
    { key: 'price', title: t('fields.price'), kind: 'sum', value: (row) => row.price },
    { key: 'stock', title: t('fields.stock'), kind: 'number', value: (row) => row.stock },
    {
      key: 'locked',
      title: t('fields.locked'),
      width: '8rem',
      drop: 'less',
      value: (row) => (row.locked ? t('fields.locked') : null),
      cell: ({ locked }) =>
        locked && (
          <StateChip look="waiting" quiet>
            {t('fields.locked')}
          </StateChip>
        ),
    },
  ],
});
