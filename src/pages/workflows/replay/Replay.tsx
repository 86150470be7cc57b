/**
 * Replay: a document is chosen, and its log goes through the diagram step by step. The address has the
 * document and the step.
 */
import { useActorRef } from '@xstate/react';
import { type ReplayDocument, workflowDocuments } from '../../../../contract/workflows.ts';
import { replayMachine } from '../../../../machines/replay/replay.machine.ts';
import { numberIn, useAddress } from '../../../app/address.ts';
import { inspect } from '../../../app/inspect.ts';
import { useText } from '../../../i18n/index.ts';
import { ListView } from '../../../ui/list/ListPage.tsx';
import { useList } from '../../../ui/list/useList.ts';
import { KINDS, kindIn, replayPath } from '../addresses.ts';
import { useKindNames } from '../kinds.ts';
import { StateName } from '../Tables.tsx';
import type { ReplayedViewProps } from '../viewProps.ts';
import { Player } from './Player.tsx';
import './replay.css';

export function Replay(props: ReplayedViewProps) {
  const [params] = useAddress();
  const id = numberIn(params, 'document');
  const kind = kindIn(props.machine, params);
  // above the document: the speed stays when another one is taken
  const actor = useActorRef(replayMachine, { inspect });
  return id === null ? (
    <Picker {...props} />
  ) : (
    <Player key={`${kind} ${id}`} {...props} id={id} kind={kind} actor={actor} />
  );
}

function Picker({ machine, entry, words, views }: ReplayedViewProps) {
  const t = useText('replay');
  const kinds = KINDS[machine] !== undefined;
  const kindNames = useKindNames(machine);
  const list = useList({
    name: `replay-${machine}`,
    call: workflowDocuments,
    query: { machine },
    rowKey: ({ kind, id }) => `${kind} ${id}`,
    href: (row) => replayPath(machine, row),
    filters: [
      { kind: 'search', key: 'search', label: t('find') },
      ...(kinds
        ? [
            {
              kind: 'select' as const,
              key: 'kind' as const,
              label: t('page'),
              empty: t('everyPage'),
              options: kindNames.options,
            },
          ]
        : []),
      { kind: 'period', key: 'date', label: t('began') },
    ],
    columns: [
      { key: 'title', title: t('document'), cut: true, value: ({ title }) => title },
      ...(kinds
        ? [
            {
              key: 'kind',
              title: t('page'),
              width: '9rem',
              value: ({ kind }: ReplayDocument) => kind && kindNames.nameOf(kind),
            },
          ]
        : []),
      {
        key: 'organization',
        title: t('organization'),
        width: '14rem',
        cut: true,
        drop: 'less',
        value: ({ organization }) => organization,
      },
      {
        key: 'state',
        title: t('state'),
        width: '11rem',
        value: ({ state }) => words.state(state),
        cell: ({ state }) => <StateName path={state} entry={entry} words={words} />,
      },
      { key: 'at', title: t('began'), kind: 'moment', value: ({ at }) => at },
    ],
  });
  return (
    <div className="workflow-main replay-pick">
      <div className="toolbar">
        {views}
        <span className="muted">{t('choose')}</span>
      </div>
      <ListView
        list={list}
        title={t('documents', { workflow: words.name })}
        words={{
          nothing: t('nothing'),
          nothingText: t('nothingText'),
          notFound: t('notFound'),
          notFoundText: t('notFoundText'),
        }}
      />
    </div>
  );
}
