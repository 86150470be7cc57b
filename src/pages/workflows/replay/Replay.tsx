/**
 * Replay: a document is chosen, and its log goes through the diagram step by step. Which document and which step stand
 * in the address.
 */
import { useActorRef } from '@xstate/react';
import type { Replayed } from '../../../../contract/workflows.ts';
import { workflowDocuments } from '../../../../contract/workflows.ts';
import { replayMachine } from '../../../../machines/replay/replay.machine.ts';
import { numberIn, useAddress } from '../../../app/address.ts';
import { inspect } from '../../../app/inspect.ts';
import { useText } from '../../../i18n/index.ts';
import { ListView } from '../../../ui/list/ListPage.tsx';
import { useList } from '../../../ui/list/useList.ts';
import { replayPath } from '../addresses.ts';
import { StateName } from '../Tables.tsx';
import type { ViewProps } from '../Window.tsx';
import { Player } from './Player.tsx';
import './replay.css';

export interface ReplayProps extends ViewProps {
  machine: Replayed;
}

export function Replay(props: ReplayProps) {
  const [params] = useAddress();
  const id = numberIn(params, 'document');
  // above the document: the speed stays when another one is taken
  const actor = useActorRef(replayMachine, { inspect });
  return id === null ? <Picker {...props} /> : <Player key={id} {...props} id={id} actor={actor} />;
}

function Picker({ machine, entry, words, views }: ReplayProps) {
  const t = useText('replay');
  const list = useList({
    name: `replay-${machine}`,
    call: workflowDocuments,
    query: { machine },
    href: (row) => replayPath(machine, row.id),
    filters: [
      { kind: 'search', key: 'search', label: t('find') },
      { kind: 'period', key: 'date', label: t('began') },
    ],
    columns: [
      { key: 'title', title: t('document'), cut: true, value: ({ title }) => title },
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
