import { useActorRef, useSelector } from '@xstate/react';
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react';
import type { ActorRefFrom } from 'xstate';
import {
  type ActDetails,
  actHistory,
  actIndex,
  actShow,
  commentaryIndex,
  counterIndex,
  productInformation,
  rowsShow,
} from '../../../../contract/counting.ts';
import {
  type ActWorkspaceEmitted,
  type DeedType,
  type Draft,
  isDrafted,
} from '../../../../machines/actWorkspace/actWorkspace.machine.ts';
import { invalidate, useCall } from '../../../api/queries.ts';
import { numberIn, useAddress } from '../../../app/address.ts';
import { setConfirming } from '../../../app/confirming.ts';
import { onBeforeReload } from '../../../app/drafts.ts';
import { inspect } from '../../../app/inspect.ts';
import { useUnsaved } from '../../../app/navigation.ts';
import { usePageTitle } from '../../../app/pageTitle.ts';
import { useUser } from '../../../app/session.ts';
import { useText } from '../../../i18n/index.ts';
import { SkeletonRows } from '../../../ui/loading.tsx';
import { RefusalNotice } from '../../../ui/RefusalNotice.tsx';
import { StateChip } from '../../../ui/StateChip.tsx';
import { toastSuccess } from '../../../ui/toasts.ts';
import { actWorkspace } from './actors.ts';
import { DeedConflict } from './ConflictDialog.tsx';
import { DeedDialog } from './DeedDialog.tsx';
import { actLook, actPath, LIST_PATH, standingOf } from './deeds.ts';
import { Overview } from './Overview.tsx';

/** The matrix is a screen of its own weight; the window of the act opens without it. */
const Matrix = lazy(() => import('./Matrix.tsx').then((module) => ({ default: module.Matrix })));

export type WorkspaceActor = ActorRefFrom<typeof actWorkspace>;

/** Deeds that change what the matrix shows. */
const CHANGES_ROWS: ReadonlySet<DeedType> = new Set([
  'residues.load',
  'counter.remove',
  'counter.release',
  'act.complete',
  'act.form',
  'comment.edit',
]);

const draftsKey = (actId: number, userId: number) => `actDrafts.${userId}.${actId}`;

/** What a forced reload left behind, once; files cannot be kept. */
function takeDrafts(key: string): Record<number, Draft> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(key) ?? '{}');
    sessionStorage.removeItem(key);
    return typeof kept === 'object' && kept !== null ? (kept as Record<number, Draft>) : {};
  } catch {
    return {};
  }
}

function keepDrafts(key: string, drafts: Record<number, Draft>): void {
  const kept = Object.entries(drafts).map(([id, draft]) => [id, { ...draft, file: null }]);
  if (kept.length > 0) sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(kept)));
}

/** The act's window. `act` is read again and again; the machine keeps what the person is doing to it. */
export function Workspace({ act }: { act: ActDetails }) {
  const t = useText('counting');
  const tm = useText('machines/countingAct');
  const user = useUser();
  const standing = standingOf(act);
  const allowed = standing.allowed.join();
  const key = draftsKey(act.id, user.id);
  const actor = useActorRef(actWorkspace, {
    inspect,
    input: { actId: act.id, act: { version: act.version, allowed: standing.allowed }, drafts: takeDrafts(key) },
  });
  const [params, setAddress] = useAddress();
  const matrix = params.get('view') === 'matrix';
  const openRow = matrix ? numberIn(params, 'row') : null;

  useEffect(() => {
    actor.send({ type: 'act.read', act: { version: act.version, allowed: allowed === '' ? [] : allowed.split(',') } });
  }, [actor, act.version, allowed]);

  // The address says which product is open; the machine follows as soon as it may.
  const productId = useSelector(actor, ({ context }) => context.productId);
  const mayOpen = useSelector(actor, (snapshot) => snapshot.can({ type: 'row.open', productId: 1 }));
  useEffect(() => {
    if (openRow === productId || !mayOpen) return;
    actor.send(openRow === null ? { type: 'row.close' } : { type: 'row.open', productId: openRow });
  }, [actor, openRow, productId, mayOpen]);

  const read = useCallback(
    (told: ActWorkspaceEmitted) => {
      const params = { id: act.id };
      void invalidate(actShow, params);
      void invalidate(actHistory, params);
      void invalidate(actIndex);
      const deed = told.type === 'act.changed' ? told.deed : null;
      if (deed === null || deed.startsWith('comment.')) {
        void invalidate(commentaryIndex, { actId: act.id });
        void invalidate(productInformation);
      }
      if (deed === null || deed.startsWith('counter.') || deed.startsWith('act.'))
        void invalidate(counterIndex, { actId: act.id });
      if (deed === null || CHANGES_ROWS.has(deed)) void invalidate(rowsShow, { actId: act.id });
    },
    [act.id],
  );

  useEffect(() => {
    const changed = actor.on('act.changed', (told) => read(told));
    const decided = actor.on('product.decided', (told) => {
      read(told);
      if (told.next !== null) setAddress({ row: told.next });
    });
    const theirs = actor.on('theirs.taken', (told) => read(told));
    return () => {
      changed.unsubscribe();
      theirs.unsubscribe();
      decided.unsubscribe();
    };
  }, [actor, read, setAddress]);

  useDeedToasts(actor, act);

  useEffect(() => onBeforeReload(() => keepDrafts(key, actor.getSnapshot().context.drafts)), [actor, key]);

  useUnsaved(useSelector(actor, ({ context }) => isDrafted(context.drafts)));

  const confirming = useSelector(actor, (snapshot) => {
    const { asked, deed } = snapshot.context;
    const grave = deed?.type === 'act.complete' || deed?.type === 'act.form';
    return asked && grave && (snapshot.hasTag('asking') || snapshot.hasTag('busy'));
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

  // What others did changes the rows too: a list that was handed in, a decision of another manager.
  const figures = [act.status, ...Object.values(act.facts)].join();
  const seen = useRef(figures);
  useEffect(() => {
    if (seen.current === figures) return;
    seen.current = figures;
    void invalidate(rowsShow, { actId: act.id });
  }, [figures, act.id]);

  const chip = <StateChip look={actLook(act.status)}>{tm(`states.${act.status}.name`)}</StateChip>;
  const list = { title: t('list.title'), path: LIST_PATH };
  const own = { title: t('act.title', { number: act.number }), path: actPath(act.id) };
  usePageTitle(matrix ? t('matrix.title') : own.title, { crumbs: matrix ? [own] : [list], chip });

  const onMatrix = (part: { filter?: string; row?: number } = {}) =>
    setAddress({ view: 'matrix', filter: part.filter, row: part.row }, { push: true });

  return (
    <>
      <DeedRefusal actor={actor} onLine={(row) => onMatrix({ row })} />
      {matrix && act.status !== 'created' ? (
        <Suspense fallback={<SkeletonRows />}>
          <Matrix act={act} standing={standing} actor={actor} rows={rows} />
        </Suspense>
      ) : (
        <Overview act={act} standing={standing} actor={actor} rows={rows.data?.data} onMatrix={onMatrix} />
      )}
      <DeedDialog actor={actor} act={act} />
      <DeedConflict actor={actor} act={act} />
    </>
  );
}

/** A refusal of a deed that had no dialog of its own; field errors stand at their fields. */
function DeedRefusal({ actor, onLine }: { actor: WorkspaceActor; onLine: (productId: number) => void }) {
  const refusal = useSelector(actor, ({ context }) => context.refusal);
  const shown = useSelector(
    actor,
    (snapshot) =>
      !snapshot.context.asked &&
      (snapshot.matches({ deeds: { ready: 'refused' } }) || snapshot.matches({ deeds: { ready: 'failed' } })),
  );
  if (!shown || refusal === null) return null;
  return (
    <RefusalNotice
      refusal={refusal}
      onRetry={() => actor.send({ type: 'deed.retry' })}
      onClose={() => actor.send({ type: 'deed.close' })}
      onLine={onLine}
    />
  );
}

/** One line says what was done; a comment is seen in its list. */
function useDeedToasts(actor: WorkspaceActor, act: ActDetails): void {
  const t = useText('counting');
  useEffect(() => {
    const told = actor.on('act.changed', ({ deed }) => {
      if (deed.startsWith('comment.')) return;
      toastSuccess(t(`done.${deed}`, { number: act.number }));
    });
    return () => told.unsubscribe();
  }, [actor, act.number, t]);
}
