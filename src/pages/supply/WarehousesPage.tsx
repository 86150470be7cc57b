import { Button } from '@blueprintjs/core';
import { PlusIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { WAREHOUSE_KINDS, type WarehouseInList, warehouseIndex } from '../../../contract/supply.ts';
import { useAllows } from '../../app/session.ts';
import { formatNumber } from '../../format/numbers.ts';
import { type Text, useText } from '../../i18n/index.ts';
import { organizations, users } from '../../ui/form/choices.ts';
import { ChoiceField, SelectField, TextField } from '../../ui/form/fields.tsx';
import { ManyField } from '../../ui/form/ManyField.tsx';
import { maxLength, required } from '../../ui/form/rules.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useList } from '../../ui/list/useList.ts';
import { RecordPane } from '../../ui/record/RecordPane.tsx';
import { useRecordPane } from '../../ui/record/useRecordPane.ts';
import { useRowInAddress } from '../../ui/record/useRowInAddress.ts';
import type { RecordWords } from '../../ui/record/words.ts';
import { StateChip } from '../../ui/StateChip.tsx';
import { warehousePane } from './warehouses.ts';

export default function WarehousesPage() {
  const t = useText('warehouses');
  const mayAdd = useAllows('warehouse_list.add');
  const actor = useRecordPane(warehousePane);
  useRowInAddress(actor, mayAdd);
  const place = useSelector(actor, ({ context }) => context.place);
  const open = ({ id }: WarehouseInList) => actor.send({ type: 'pane.open', place: { id } });
  const add = () => actor.send({ type: 'pane.open', place: 'new' });
  const kinds = WAREHOUSE_KINDS.map((kind) => ({ value: kind, title: t(`kinds.${kind}`) }));

  const list = useList({
    name: 'warehouses',
    call: warehouseIndex,
    sort: 'organization',
    filters: [
      {
        kind: 'chips',
        key: 'status',
        label: t('list.status'),
        options: ['archived'],
        items: (answer) => {
          const counts = answer?.meta.statuses;
          return [
            { key: 'all', title: t('list.all'), ...(counts && { count: counts.all ?? 0 }) },
            { key: 'archived', title: t('list.archived'), ...(counts && { count: counts.archived ?? 0 }) },
          ];
        },
      },
      { kind: 'search', key: 'search', label: t('list.search') },
      {
        kind: 'remote',
        key: 'organization_id',
        label: t('list.organization'),
        empty: t('list.everyOrganization'),
        of: organizations,
        named: (answer, id) => answer.data.find((row) => row.organization_id === id)?.organization,
      },
      { kind: 'select', key: 'kind', label: t('list.kind'), empty: t('list.everyKind'), options: kinds },
    ],
    columns: [
      {
        key: 'name',
        title: t('list.name'),
        width: '14rem',
        sort: true,
        value: (row) => row.name,
        cell: (row) => (
          <button type="button" className="link" onClick={() => open(row)}>
            {row.name}
          </button>
        ),
        foot: ({ meta: { total } }) => total !== null && t('list.found', { count: total, figure: formatNumber(total) }),
      },
      {
        key: 'organization',
        title: t('list.organization'),
        width: '14rem',
        sort: true,
        value: (row) => row.organization,
      },
      { key: 'kind', title: t('list.kind'), width: '10rem', sort: true, value: (row) => t(`kinds.${row.kind}`) },
      {
        key: 'keepers',
        title: t('list.keepers'),
        cut: true,
        side: true,
        drop: 'least',
        value: (row) => row.keepers.map(({ fullname }) => fullname).join(', '),
        cell: ({ keepers }) => {
          const names = keepers.map(({ fullname }) => fullname).join(', ');
          return names === '' ? <span className="faint">{t('list.nobody')}</span> : <span title={names}>{names}</span>;
        },
      },
      {
        key: 'state',
        title: t('list.state'),
        width: '7rem',
        drop: 'less',
        value: (row) => t(row.active ? 'list.active' : 'list.archived'),
        cell: (row) => (
          <StateChip look={row.active ? 'done' : 'off'} quiet>
            {t(row.active ? 'list.active' : 'list.archived')}
          </StateChip>
        ),
      },
    ],
  });

  const addButton = (
    <Button intent="primary" icon={<PlusIcon size={14} />} text={t('add')} onClick={add} data-testid="record-add" />
  );
  return (
    <ListPage
      list={list}
      title={t('title')}
      selected={place === null || place === 'new' ? null : place.id}
      onOpen={open}
      words={{
        nothing: t('list.nothing'),
        nothingText: t(mayAdd ? 'list.nothingText' : 'list.nothingToRead'),
        notFound: t('list.notFound'),
        notFoundText: t('list.notFoundText'),
      }}
      acts={mayAdd && addButton}
    >
      <RecordPane
        pane={warehousePane}
        actor={actor}
        words={wordsOf(t)}
        title={({ name }) => name}
        rules={{ name: [required, maxLength(200)], organization: required, kind: required }}
        names={{ organization: 'organization_id' }}
        fields={(form, record) => {
          const moved = record?.facts.moved === true;
          const held = (disabled: boolean) => ({ disabled: disabled || moved });
          const organization = form.field('organization');
          const kind = form.field('kind');
          return (
            <>
              <TextField label={t('form.name')} maxLength={200} autoFocus={record === null} {...form.field('name')} />
              <ChoiceField
                label={t('form.organization')}
                of={organizations}
                only={record === null}
                {...organization}
                onChange={(option) => organization.onChange(option && { id: option.id, title: option.title })}
                {...held(organization.disabled)}
              />
              <SelectField
                label={t('form.kind')}
                options={kinds}
                {...(moved && { help: t('form.kindMoved') })}
                {...kind}
                {...held(kind.disabled)}
              />
              <ManyField
                label={t('form.keepers')}
                help={t('form.keepersHelp')}
                add={t('form.addKeeper')}
                of={users}
                {...form.field('keepers')}
              />
            </>
          );
        }}
      />
    </ListPage>
  );
}

const wordsOf = (t: Text): RecordWords => ({
  newTitle: t('newTitle'),
  create: t('add'),
  archiveText: t('archiveText'),
  restoreText: t('restoreText'),
  fields: {
    name: t('form.name'),
    organization: t('form.organization'),
    kind: t('form.kind'),
    keepers: t('form.keepers'),
  },
  value: (field, value) => (field === 'kind' && typeof value === 'string' ? t(`kinds.${value}`) : undefined),
});
