/** Clients: a new one has a page of its own, and a person is found by a whole number. */
import { client } from '../../contract/directories/client.ts';
import { directoryPage } from '../directory/page.tsx';
import { LateSum } from '../pages/cashbox/LateSum.tsx';
import { CLIENT_HOOKS } from '../pages/clients/clientPane.tsx';
import { FindCard } from '../pages/clients/FindCard.tsx';
import { pathOf } from '../routes/registry.ts';
import { footOf } from '../ui/list/foot.tsx';
import { StateChip } from '../ui/StateChip.tsx';

export default directoryPage(client, {
  ...CLIENT_HOOKS,
  addPath: pathOf('addClient'),
  acts: () => <FindCard />,
  giveWay: { birth_date: 'less', phones: 'less', region: 'least' },
  columns: (t) => [
    {
      key: 'owed',
      title: t('money.owed'),
      kind: 'sum',
      width: '8rem',
      value: ({ money }) => money?.owed || null,
      foot: footOf('owed'),
    },
    {
      key: 'overdue',
      title: t('money.overdue'),
      kind: 'sum',
      width: '9rem',
      value: ({ money }) => money?.overdue || null,
      foot: footOf('overdue'),
      cell: ({ money }) =>
        money === null ? <span className="faint">—</span> : <LateSum sum={money.overdue} days={money.overdue_days} />,
    },
    {
      key: 'prepaid',
      title: t('money.prepaid'),
      kind: 'sum',
      width: '8rem',
      hidden: true,
      value: ({ money }) => money?.prepaid || null,
      foot: footOf('prepaid'),
    },
    {
      key: 'active',
      title: t('money.active'),
      kind: 'number',
      width: '7rem',
      hidden: true,
      value: ({ money }) => money?.contracts ?? null,
    },
    {
      key: 'listed',
      title: t('fields.listed'),
      width: '9rem',
      drop: 'least',
      value: ({ listed }) => listed?.reason,
      cell: ({ listed }) =>
        listed === null ? (
          <span className="faint">—</span>
        ) : (
          <StateChip look="bad" quiet>
            {listed.reason}
          </StateChip>
        ),
    },
  ],
});
