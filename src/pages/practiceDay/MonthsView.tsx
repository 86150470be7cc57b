import { Button } from '@blueprintjs/core';
import { useState } from 'react';
import { type PracticeMonth, practiceMonthIndex } from '../../../contract/practiceDay.ts';
import { numberIn, useAddress } from '../../app/address.ts';
import { formatDateTime, monthName } from '../../format/dates.ts';
import { useLanguage, useText } from '../../i18n/index.ts';
import { ListView } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { MONTH_COMMANDS } from './commands.ts';
import { MonthChip } from './DayChip.tsx';
import { type Asked, DayDialog } from './DayDialog.tsx';

/** Months of all organizations: the accountant closes one whose days are all closed. */
export function MonthsView() {
  const t = useText('practiceDay');
  const tm = useText('machines/practiceMonth');
  const language = useLanguage();
  const [params] = useAddress();
  const [asked, setAsked] = useState<Asked | null>(null);
  const title = ({ year, month }: PracticeMonth) => `${monthName(month, language)} ${year}`;
  const list = useList({
    name: 'practiceMonths',
    call: practiceMonthIndex,
    filters: [],
    columns: [
      { key: 'month', title: t('months.month'), width: '12rem', value: title },
      {
        key: 'status',
        title: t('list.status'),
        kind: 'state',
        width: '9rem',
        value: ({ status }) => tm(`states.${status}.name`),
        cell: ({ status }) => <MonthChip status={status} />,
      },
      { key: 'days', title: t('months.days'), kind: 'number', width: '6rem', value: ({ days }) => days },
      {
        key: 'open',
        title: t('months.open'),
        kind: 'number',
        width: '8rem',
        drop: 'less',
        value: ({ open_days }) => open_days || null,
      },
      {
        key: 'closed',
        title: t('list.closed'),
        width: '14rem',
        drop: 'less',
        value: ({ closed_by }) => closed_by?.fullname ?? null,
      },
      {
        key: 'closedAt',
        title: t('list.closedAt'),
        width: '9rem',
        drop: 'least',
        value: ({ closed_at }) => (closed_at === null ? null : formatDateTime(closed_at)),
      },
      {
        key: 'actions',
        title: t('months.act'),
        actions: true,
        width: '12rem',
        value: () => null,
        cell: (month) =>
          MONTH_COMMANDS.filter((command) => month.allowed_events.includes(command)).map((command) => (
            <Button
              key={command}
              size="small"
              text={t(`actions.${command}`)}
              aria-label={`${t(`actions.${command}`)}: ${title(month)}`}
              onClick={() => setAsked({ command, month })}
              data-testid={command.replace('.', '-')}
            />
          )),
      },
    ],
  });
  return (
    <>
      <ListView
        list={list}
        title={t('months.title')}
        words={{ nothing: t('months.nothing'), nothingText: t('months.nothingText') }}
        selected={numberIn(params, 'row')}
      />
      {asked !== null && <DayDialog asked={asked} onGone={() => setAsked(null)} />}
    </>
  );
}
