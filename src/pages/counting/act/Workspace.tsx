import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ActDetails } from '../../../../contract/counting/acts.ts';
import { rowsShow } from '../../../../contract/counting/matrix.ts';
import { isDrafted } from '../../../../machines/actWorkspace/actWorkspace.machine.ts';
import { hasDialog } from '../../../../machines/actWorkspace/commands.ts';
import { invalidate, useCall } from '../../../api/queries.ts';
import { numberIn, useAddress } from '../../../app/address.ts';
import { setConfirming } from '../../../app/confirming.ts';
import { inspect } from '../../../app/inspect.ts';
import { useUnsaved } from '../../../app/navigation.ts';
import { usePageTitle } from '../../../app/pageTitle.ts';
import { loadTexts, useText } from '../../../i18n/index.ts';
import { pathOf } from '../../../routes/registry.ts';
import { DraftOffer } from '../../../ui/form/drafts/DraftOffer.tsx';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import { actWorkspaceOf, type CommandActor, commandOf } from './actors.ts';
import { CommandDialog } from './CommandDialog.tsx';
import { actLook, capabilitiesOf } from './commands.ts';
import { Overview } from './Overview.tsx';
import { useComment } from './useComment.ts';
import { useDecisionsDraft } from './useDecisionsDraft.ts';

/** The matrix is a screen of its own weight; the window of the act opens without it. */
const CommandConflict = lazy(() =>
  import('./ConflictDialog.tsx').then((module) => ({ default: module.CommandConflict })),
);
const Matrix = lazy(async () => {
  // what its pane shows has words of its own: they come first, or the window would go away while they do
  const [module] = await Promise.all([import('./Matrix.tsx'), loadTexts('countingMatrix', 'files')]);
  return { default: module.Matrix };
});

/** The act's window. `act` is read again and again; the machine keeps what the person is doing to it. */
export function Workspace({ act }: { act: ActDetails }) {
  const t = useText('counting');
  const tm = useText('machines/countingAct');
  const capabilities = capabilitiesOf(act);
  const allowed = capabilities.allowed.join();
  const [machine] = useState(() => actWorkspaceOf(act.id));
  const actor = useActorRef(machine, {
    inspect,
    input: { actId: act.id, act: { version: act.version, allowed: capabilities.allowed } },
  });
  const command = useSelector(actor, commandOf);
  const [params, setAddress] = useAddress();
  const matrix = params.get('view') === 'matrix';
  const openRow = matrix ? numberIn(params, 'row') : null;

  useEffect(() => {
    const subject = { version: act.version, allowed: allowed === '' ? [] : allowed.split(',') };
    command.send({ type: 'subject.read', subject });
  }, [command, act.version, allowed]);

  // The address holds the open product; the machine follows as soon as it can.
  const productId = useSelector(actor, ({ context }) => context.productId);
  const mayOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'row.open', productId: 1 }));
  useEffect(() => {
    if (openRow === productId || !mayOpen) return;
    actor.send(openRow === null ? { type: 'row.close' } : { type: 'row.open', productId: openRow });
  }, [actor, openRow, productId, mayOpen]);

  useEffect(() => {
    const subscription = actor.on('product.decided', ({ next }) => {
      if (next !== null) setAddress({ row: next });
    });
    return () => subscription.unsubscribe();
  }, [actor, setAddress]);

  useCommandToasts(command, act);
  const comment = useComment(act.id, command);

  useUnsaved(useSelector(actor, ({ context }) => isDrafted(context.drafts)));

  const confirming = useSelector(command, (snapshot) => {
    const type = snapshot.context.command?.type;
    const grave = type === 'act.complete' || type === 'act.form';
    return grave && (snapshot.hasTag('asking') || snapshot.hasTag('busy'));
  });
  useEffect(() => {
    setConfirming(confirming);
    return () => setConfirming(false);
  }, [confirming]);

  const undecided = act.facts.disagreements + act.facts.moved + act.facts.elsewhere > 0;
  const rows = useCall(
    rowsShow,
    { params: { actId: act.id } },
    {
      enabled: act.status !== 'created' && (matrix || undecided),
      // comparing ten thousand rows costs more than drawing the thirty that are seen
      structuralSharing: false,
      staleTime: 15_000,
    },
  );

  const draft = useDecisionsDraft(actor, act.id, rows.data?.data);

  // What others did changes the rows too: a list that was handed in, a decision of another manager.
  const figures = [act.status, ...Object.values(act.facts)].join();
  const seen = useRef(figures);
  useEffect(() => {
    if (seen.current === figures) return;
    seen.current = figures;
    void invalidate(rowsShow, { actId: act.id });
  }, [figures, act.id]);

  const chip = <StateChip look={actLook(act.status)}>{tm(`states.${act.status}.name`)}</StateChip>;
  const list = { title: t('list.title'), path: pathOf('acts') };
  const own = { title: t('act.title', { number: act.number }), path: pathOf('act', { actId: act.id }) };
  usePageTitle(matrix ? t('matrix.title') : own.title, { crumbs: matrix ? [own] : [list], chip });

  const onMatrix = (part: { filter?: string; row?: number } = {}) =>
    setAddress({ view: 'matrix', filter: part.filter, row: part.row }, { push: true });

  const conflicted = useSelector(command, (snapshot) => snapshot.matches('conflict'));
  return (
    <>
      <DraftOffer draft={draft} />
      <CommandRefusal actor={command} onLine={(row) => onMatrix({ row })} />
      {matrix && act.status !== 'created' ? (
        <Suspense fallback={<SkeletonRows />}>
          <Matrix act={act} capabilities={capabilities} actor={actor} rows={rows} />
        </Suspense>
      ) : (
        <Overview
          act={act}
          capabilities={capabilities}
          command={command}
          comment={comment}
          rows={rows.data?.data}
          onMatrix={onMatrix}
        />
      )}
      <CommandDialog actor={command} act={act} />
      {conflicted && (
        <Suspense>
          <CommandConflict actor={command} act={act} />
        </Suspense>
      )}
    </>
  );
}

/** A refusal of a command that has no dialog of its own. */
function CommandRefusal({ actor, onLine }: { actor: CommandActor; onLine: (productId: number) => void }) {
  const { command, refusal } = useSelector(actor, ({ context }) => context);
  const shown = useSelector(actor, (snapshot) => snapshot.hasTag('refused'));
  if (!shown || refusal === null || command === null || hasDialog(command)) return null;
  return (
    <RefusalNotice
      fieldless
      refusal={refusal}
      onRetry={() => actor.send({ type: 'command.retry' })}
      onClose={() => actor.send({ type: 'command.close' })}
      onLine={onLine}
    />
  );
}

/** A toast confirms the command; a comment needs none, it appears in its list. */
function useCommandToasts(command: CommandActor, act: ActDetails): void {
  const t = useText('counting');
  useEffect(() => {
    const subscription = command.on('command.done', ({ command: { type } }) => {
      if (type.startsWith('comment.')) return;
      toastSuccess(t(`done.${type}`, { number: act.number }));
    });
    return () => subscription.unsubscribe();
  }, [command, act.number, t]);
}
