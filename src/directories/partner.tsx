/** Suppliers: which are reliable, and what is owed to each. */
import { partner } from '../../contract/directories/partner.ts';
import { directoryPage } from '../directory/page.tsx';
import { PARTNER_HOOKS } from '../pages/supply/partnerPane.tsx';
import { StateChip } from '../ui/StateChip.tsx';
import { amountsOf, Sums } from '../ui/Sums.tsx';

export default directoryPage(partner, {
  ...PARTNER_HOOKS,
  giveWay: { phone: 'least', firms: 'least', credit_limit: 'least', defer_days: 'least' },
  columns: (t) => [
    {
      key: 'reliable',
      title: t('fields.reliable'),
      width: '6rem',
      drop: 'less',
      value: ({ reliable }) => (reliable ? t('directory:yes') : null),
      cell: ({ reliable }) =>
        reliable ? (
          <StateChip look="done" quiet>
            {t('directory:yes')}
          </StateChip>
        ) : (
          <span className="faint">—</span>
        ),
    },
    {
      key: 'debt',
      title: t('fields.debts'),
      kind: 'sums',
      width: '9.5rem',
      sort: true,
      value: ({ debts }) => amountsOf(debts),
      foot: ({ meta: { totals } }) => totals && <Sums amounts={amountsOf(totals)} />,
    },
  ],
});
