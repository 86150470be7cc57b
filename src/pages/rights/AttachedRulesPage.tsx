/** Who holds a given rule, and how: by position, personally, or taken away. */

import { choicesCall } from '../../../contract/directory/choices.ts';
import { type AttachedRule, userRuleAttached } from '../../../contract/rights.ts';
import { useAllows } from '../../app/session.ts';
import { usePageName } from '../../directory/words.ts';
import { useText } from '../../i18n/index.ts';
import { organizations, users } from '../../ui/form/choices.ts';
import { remoteSource } from '../../ui/form/remote.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';

const option = ({ id, title }: { id: number; title: string }) => ({ id, title });
const positions = remoteSource(choicesCall('position'), option);
const rules = remoteSource(choicesCall('rule'), option);
const ORIGINS = ['position', 'added', 'taken'] as const;

export default function AttachedRulesPage() {
  const t = useText('rights');
  const reports = useAllows('user_rule.report');
  const list = useList({
    name: 'attachedRules',
    call: userRuleAttached,
    sort: 'person',
    filters: [
      { kind: 'search', key: 'search', label: t('attachedSearch') },
      { kind: 'remote', key: 'rule_id', label: t('rule'), empty: t('personalOnly'), of: rules },
      { kind: 'remote', key: 'user_id', label: t('person'), empty: t('everybody'), of: users },
      { kind: 'remote', key: 'position_id', label: t('effect.position'), empty: t('everyPosition'), of: positions },
      { kind: 'remote', key: 'organization_id', label: t('organization'), empty: t('everyBranch'), of: organizations },
      {
        kind: 'select',
        key: 'origin',
        label: t('origin'),
        empty: t('everyOrigin'),
        options: ORIGINS.map((value) => ({ value, title: t(`origins.${value}`) })),
      },
    ],
    columns: [
      { key: 'rule', title: t('rule'), cut: true, sort: true, value: ({ rule }: AttachedRule) => rule.title },
      {
        key: 'person',
        title: t('person'),
        width: '14rem',
        cut: true,
        sort: true,
        value: ({ person }) => person.fullname,
      },
      {
        key: 'position',
        title: t('effect.position'),
        width: '11rem',
        cut: true,
        drop: 'less',
        value: (row) => row.position,
      },
      {
        key: 'organization',
        title: t('organization'),
        width: '11rem',
        cut: true,
        drop: 'least',
        value: (row) => row.organization,
      },
      { key: 'origin', title: t('origin'), width: '9rem', value: ({ origin }) => t(`origins.${origin}`) },
      { key: 'since', title: t('since'), kind: 'date', value: ({ since }) => since?.slice(0, 10) },
      { key: 'until', title: t('until'), kind: 'date', sort: true, value: ({ until }) => until },
    ],
  });
  return (
    <ListPage
      list={list}
      title={usePageName()}
      excel={reports}
      words={{ nothing: t('attachedNothing'), nothingText: t('attachedNothingText') }}
    />
  );
}
