/** The actors of the act's window: typed calls, and what stands on the server when somebody else was faster. */
import { fromPromise } from 'xstate';
import {
  actCancel,
  actComplete,
  actForm,
  actHistory,
  actShow,
  actUpdate,
  actUploadFile,
  addCommentary,
  addManually,
  type CountRow,
  counterCreate,
  counterDelete,
  counterIndex,
  counterRelease,
  counterUpdate,
  editCommentary,
  loadResidues,
  productInformation,
  resolveMoved,
} from '../../../../contract/counting.ts';
import { RefusedError } from '../../../../contract/refusal.ts';
import {
  type ActView,
  actWorkspaceMachine,
  type CommentInput,
  type DecideInput,
  type Deed,
  type PerformInput,
  type Standing,
} from '../../../../machines/actWorkspace/actWorkspace.machine.ts';
import { countingActMachine } from '../../../../machines/countingAct/countingAct.machine.ts';
import { type ApiError, request } from '../../../api/client.ts';
import { isStale, refusalOf } from '../../../api/refusal.ts';
import { heldFile } from '../../../ui/files/files.ts';

type Answered = { data: { version: number; allowed_events: string[] } };
const viewOf = ({ data }: Answered): ActView => ({ version: data.version, allowed: data.allowed_events });

/** Does it, and on a stale version finds out what stands there before the person is asked to choose. */
async function told<T>(deed: () => Promise<T>, standing: (error: ApiError) => Promise<Standing>): Promise<T> {
  try {
    return await deed();
  } catch (error) {
    if (!isStale(error)) throw new RefusedError(refusalOf(error));
    let current: Standing;
    try {
      current = await standing(error as ApiError);
    } catch (unread) {
      throw new RefusedError(refusalOf(unread));
    }
    throw new RefusedError(refusalOf(error, current));
  }
}

/** The row as it stands on the server, in the refusal; null when nothing stands there any more. */
const rowIn = (error: ApiError): Partial<CountRow> | null => {
  const current = error.body?.current;
  return typeof current === 'object' && current !== null ? current : null;
};

/** Later steps shown in the choice: more would not be read. */
const STEPS_SHOWN = 5;

/** Comments change nothing that could be overwritten. */
const KNOWN_STEPS: ReadonlySet<string> = new Set(
  countingActMachine.events.filter((event) => !event.startsWith('comment.')),
);

const DECISIONS: ReadonlySet<string> = new Set(['product.countManually', 'moved.resolve']);

async function standingOfAct(actId: number, deed: Deed): Promise<Standing> {
  const params = { id: actId };
  const counterOf = async () => {
    const { data } = await request(counterIndex, { params: { actId }, query: { per_page: 100 } });
    return data.find((one) => one.id === deed.counter?.id);
  };
  const [act, history, counter] = await Promise.all([
    request(actShow, { params }),
    request(actHistory, { params }),
    deed.counter ? counterOf() : undefined,
  ]);
  const last = history.data.find((line) => KNOWN_STEPS.has(line.event));
  return {
    version: counter?.version ?? act.data.version,
    by: last?.user?.fullname ?? null,
    at: last?.at ?? null,
    comment: act.data.comment,
    organization_id: act.data.organization_id,
    organization: act.data.organization,
    // the opening and single entries are no steps of the chart
    events: history.data
      .map((line) => line.event)
      .filter((event) => KNOWN_STEPS.has(event))
      .slice(0, STEPS_SHOWN),
  };
}

async function send({ actId, deed, version, key }: PerformInput): Promise<ActView | null> {
  const common = { ifMatch: version, key };
  const id = { id: actId };
  const counter = { id: deed.counter?.id ?? 0 };
  const ofAct = { actId };
  switch (deed.type) {
    case 'residues.load':
      return viewOf(await request(loadResidues, { params: ofAct, ...common }));
    case 'act.update': {
      const body = { organization_id: deed.organization_id ?? 0, comment: deed.comment ?? '' };
      return viewOf(await request(actUpdate, { params: id, body, ...common }));
    }
    case 'act.complete':
      return viewOf(await request(actComplete, { params: ofAct, ...common }));
    case 'act.form':
      return viewOf(await request(actForm, { params: id, ...common }));
    case 'act.cancel':
      return viewOf(await request(actCancel, { params: id, body: { reason: deed.reason ?? '' }, ...common }));
    case 'counter.add': {
      const body = { title: deed.title ?? '', user_id: deed.user_id ?? 0 };
      return viewOf(await request(counterCreate, { params: ofAct, body, ...common }));
    }
    case 'counter.rename': {
      const body = { title: deed.title ?? '', user_id: deed.user_id ?? 0 };
      return viewOf(await request(counterUpdate, { params: counter, body, ...common }));
    }
    case 'counter.remove':
      return viewOf(await request(counterDelete, { params: counter, ...common }));
    case 'counter.release': {
      const body = { reason: deed.reason ?? '' };
      return viewOf(await request(counterRelease, { params: counter, body, ...common }));
    }
    case 'file.upload': {
      const file = heldFile(deed.file);
      if (file === undefined) throw new Error('the file is gone');
      return viewOf(await request(actUploadFile, { params: id, body: { file }, ...common }));
    }
    // Comments do not change the act: they carry no version, nobody's step is overwritten by them.
    case 'comment.add': {
      const file = heldFile(deed.file);
      const body = { act_of_count_id: actId, comment: deed.comment ?? '', ...(file && { file }) };
      await request(addCommentary, { body, key });
      return null;
    }
    case 'comment.edit': {
      const file = heldFile(deed.file);
      const body = { id: deed.commentId ?? 0, comment: deed.comment ?? '', ...(file && { file }) };
      await request(editCommentary, { body, key });
      return null;
    }
  }
}

const perform = fromPromise<ActView | null, PerformInput>(({ input }) =>
  told(
    () => send(input),
    () => standingOfAct(input.actId, input.deed),
  ),
);

const decide = fromPromise<ActView | null, DecideInput>(({ input: { actId, productId, decision, draft, key } }) =>
  told(
    async () => {
      const params = { actId };
      if (decision.kind === 'moved') {
        const body = { product_variant_id: productId, keep: decision.keep };
        return viewOf(await request(resolveMoved, { params, body, ifMatch: decision.version, key }));
      }
      const listed = {
        product_variant_id: productId,
        count: draft?.count ?? 0,
        ...(draft?.serial_numbers && { serial_numbers: draft.serial_numbers }),
      };
      const body = { product_variant_id: productId, listed_products: [listed] };
      return viewOf(await request(addManually, { params, body, ifMatch: draft?.version ?? 0, key }));
    },
    async (error) => {
      const query = { product_variant_id: productId, act_of_count_id: actId };
      const [{ data }, history] = await Promise.all([
        request(productInformation, { query }),
        request(actHistory, { params: { id: actId } }),
      ]);
      const row = rowIn(error);
      const last = history.data.find(
        ({ event, payload }) => DECISIONS.has(event) && payload.product_variant_id === productId,
      );
      return {
        version: row?.version ?? data.manual?.version ?? 0,
        by: last?.user?.fullname ?? null,
        at: last?.at ?? null,
        keep: row?.keep ?? null,
        count: data.manual?.count ?? null,
        serial_numbers: data.manual?.serial_numbers ?? [],
      };
    },
  ),
);

const comment = fromPromise<void, CommentInput>(async ({ input: { actId, productId, draft, key } }) => {
  const file = heldFile(draft.file);
  // A photo alone says enough; the wire wants words, and its name is what there is to say.
  const words = draft.comment.trim() || (draft.file?.name ?? '');
  const body = { act_of_count_id: actId, product_variant_id: productId, comment: words, ...(file && { file }) };
  try {
    await request(addCommentary, { body, key });
  } catch (error) {
    throw new RefusedError(refusalOf(error));
  }
});

export const actWorkspace = actWorkspaceMachine.provide({ actors: { perform, decide, comment } });
