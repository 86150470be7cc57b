/** `/widgets/widgets-page`: what the own dashboard shows, in which order and size; each change is saved (areas 4.24). */

import { Button } from '@blueprintjs/core';
import { CloudTickIcon, CloudUploadIcon, DashboardIcon, ErrorIcon, ResetIcon, UndoIcon } from '@blueprintjs/icons';
import { useSelector } from '@xstate/react';
import { type KeyboardEvent, useId } from 'react';
import { Link } from 'wouter';
import { type MyWidgets, myWidgets } from '../../../contract/widgets.ts';
import { isUnsaved } from '../../../machines/widgets/widgets.machine.ts';
import { useCall } from '../../api/queries.ts';
import { type KeyGroup, useKeys } from '../../app/keys.ts';
import { useUnsaved } from '../../app/navigation.ts';
import { usePageTitle } from '../../app/pageTitle.ts';
import { useUser } from '../../app/session.ts';
import { useText } from '../../i18n/index.ts';
import { pathOf } from '../../routes/registry.ts';
import { Failed } from '../../ui/Failed.tsx';
import { SkeletonRows } from '../../ui/loading.tsx';
import { RefusalNotice } from '../../ui/RefusalNotice.tsx';
import { Board } from '../home/Board.tsx';
import { ChosenList } from './ChosenList.tsx';
import { Conflict } from './Conflict.tsx';
import { useWidgets, type WidgetsActor } from './saving.ts';
import './widgets.css';

/** Whether the server has it: shown at once, without a toast for each press. */
function SavedSign({ actor }: { actor: WidgetsActor }) {
  const t = useText('widgets');
  const saved = useSelector(actor, (snapshot) => snapshot.matches('saved'));
  const saving = useSelector(actor, (snapshot) => snapshot.matches('saving'));
  return (
    <span className="saved" role="status" data-testid="widgets-saved">
      {saved ? (
        <span>
          <CloudTickIcon size={14} className="green" /> {t('saved')}
        </span>
      ) : saving ? (
        <span>
          <CloudUploadIcon size={14} className="amber" /> {t('saving')}
        </span>
      ) : (
        <span className="failed">
          <ErrorIcon size={12} /> {t('unsaved')}
        </span>
      )}
    </span>
  );
}

function Head({ actor }: { actor: WidgetsActor }) {
  const t = useText('widgets');
  const undoes = useSelector(actor, (snapshot) => snapshot.can({ type: 'dashboard.undo' }));
  const resets = useSelector(actor, (snapshot) => snapshot.can({ type: 'dashboard.reset' }));
  return (
    <div className="widgets-head">
      <Button
        icon={<UndoIcon size={14} />}
        text={t('undo')}
        disabled={!undoes}
        aria-keyshortcuts="Control+Z"
        onClick={() => actor.send({ type: 'dashboard.undo' })}
        data-testid="widgets-undo"
      />
      <Button
        icon={<ResetIcon size={14} />}
        text={t('reset')}
        disabled={!resets}
        onClick={() => actor.send({ type: 'dashboard.reset' })}
        data-testid="widgets-reset"
      />
      <SavedSign actor={actor} />
      <Link href={pathOf('dashboard')} className="bp6-button widgets-to">
        <DashboardIcon size={14} />
        {t('pages:dashboard')}
      </Link>
    </div>
  );
}

/** The dashboard itself, smaller beside the list; what can be pressed there is on its own page. */
function Preview({ actor }: { actor: WidgetsActor }) {
  const t = useText('widgets');
  const id = useId();
  const chosen = useSelector(actor, ({ context }) => context.chosen);
  return (
    <section className="widgets-preview" aria-labelledby={id}>
      <h2 id={id} className="section-title">
        {t('preview')}
      </h2>
      <div className="widgets-frame">
        <div className="widgets-small" inert data-testid="widgets-preview">
          <div className="day">
            {chosen.length === 0 ? <p className="muted">{t('empty')}</p> : <Board chosen={chosen} preview />}
          </div>
        </div>
      </div>
    </section>
  );
}

const KEYS: KeyGroup = {
  space: 'keys',
  title: 'widgets.title',
  rows: [
    ['widgets.undo', 'Ctrl', 'Z'],
    ['widgets.move', 'Alt', '↑', '↓'],
  ],
};

function Arranging({ answer }: { answer: MyWidgets }) {
  useKeys(KEYS);
  const { id } = useUser();
  const actor = useWidgets(answer, id);
  const failed = useSelector(actor, (snapshot) => snapshot.matches('unsaved'));
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  useUnsaved(useSelector(actor, ({ value, context }) => isUnsaved({ ...context, value })));
  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    actor.send({ type: 'dashboard.undo' });
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a key of the whole page, beside its button
    <div className="widgets" onKeyDown={onKeyDown}>
      <Head actor={actor} />
      {failed && refusal !== null && (
        <RefusalNotice refusal={refusal} inset onRetry={() => actor.send({ type: 'save.retry' })} />
      )}
      <div className="widgets-panes">
        <ChosenList actor={actor} />
        <Preview actor={actor} />
      </div>
      <Conflict actor={actor} />
    </div>
  );
}

export default function WidgetsPage() {
  const t = useText('widgets');
  // the preview's words are brought first: a workflow whose page waits for texts would begin a second time
  useText('home');
  usePageTitle(t('pages:widgetsPage'));
  const { data, isError, error, refetch } = useCall(myWidgets, {}, { select: (answer) => answer.data });
  return (
    <div className="scroll">
      {data !== undefined ? (
        <Arranging answer={data} />
      ) : isError ? (
        <Failed title={t('failed')} error={error} onRetry={() => void refetch()} />
      ) : (
        <SkeletonRows rows={8} columns={[3, 1, 1]} />
      )}
    </div>
  );
}
