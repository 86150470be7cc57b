/** The actors of the act's window: typed calls, and what is stored on the server when somebody else was faster. */
import { type ActorRefFrom, fromPromise, type SnapshotFrom } from 'xstate';
import type { ResponseOf } from '../../../../contract/call.ts';
import {
  type Act,
  actCancel,
  actComplete,
  actForm,
  actHistory,
  actLimit,
  actShow,
  actUpdate,
  actUploadFile,
  loadResidues,
} from '../../../../contract/counting/acts.ts';
import { addCommentary, editCommentary } from '../../../../contract/counting/comments.ts';
import {
  type Counter,
  counterCreate,
  counterCreateMany,
  counterDelete,
  counterIndex,
  counterRelease,
  counterUpdate,
} from '../../../../contract/counting/counters.ts';
import { addManually, type CountRow, productInformation, resolveMoved } from '../../../../contract/counting/matrix.ts';
import {
  actWorkspaceMachine,
  type CommentInput,
  type DecideInput,
  type StoredDecision,
} from '../../../../machines/actWorkspace/actWorkspace.machine.ts';
import { type ActCommand, actCommandMachine, type StoredAct } from '../../../../machines/actWorkspace/commands.ts';
import type { PerformInput, Subject } from '../../../../machines/command/command.machine.ts';
import { countingActMachine } from '../../../../machines/countingAct/countingAct.machine.ts';
import { type ApiError, request } from '../../../api/client.ts';
import { keyOf, queryClient } from '../../../api/queries.ts';
import { orRefused } from '../../../api/refusal.ts';
import { lastOfOthers } from '../../../ui/document/lastOfOthers.ts';
import { heldFile } from '../../../ui/files/files.ts';

type Answered = { data: Act; computing_act_user?: Counter };

/** What a step answered is shown at once: the next one begins with it, though the window is still being read again. */
function taken({ data: act, computing_act_user: counter }: Answered): Subject {
  queryClient.setQueryData<ResponseOf<typeof actShow>>(
    keyOf(actShow, { id: act.id }),
    (before) => before && (before.data.version > act.version ? before : { data: { ...before.data, ...act } }),
  );
  if (counter !== undefined)
    queryClient.setQueriesData<ResponseOf<typeof counterIndex>>(
      { queryKey: [counterIndex.id, { actId: act.id }] },
      (before) =>
        before && {
          ...before,
          data: before.data.map((one) => (one.id === counter.id && one.version <= counter.version ? counter : one)),
        },
    );
  return { version: act.version, allowed: act.allowed_events };
}

/** The row as it is stored, in the refusal; null when there is none any more. */
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

async function storedAct(actId: number, command: ActCommand): Promise<StoredAct> {
  const params = { id: actId };
  const counterOf = async () => {
    const { data } = await request(counterIndex, { params: { actId }, query: { per_page: 100 } });
    return data.find((one) => one.id === command.counter?.id);
  };
  const [act, history, counter] = await Promise.all([
    request(actShow, { params }),
    request(actHistory, { params }),
    command.counter ? counterOf() : undefined,
  ]);
  const steps = history.data.filter((line) => KNOWN_STEPS.has(line.event));
  const last = lastOfOthers(steps);
  return {
    version: counter?.version ?? act.data.version,
    by: last?.user?.fullname ?? null,
    at: last?.at ?? null,
    comment: act.data.comment,
    organization_id: act.data.organization_id,
    organization: act.data.organization,
    categories: act.data.categories,
    // the opening and single entries are no steps of the chart
    events: steps.slice(0, STEPS_SHOWN).map(({ event }) => event),
  };
}

async function send(actId: number, { command, version, key }: PerformInput<ActCommand>): Promise<Subject | null> {
  if (command === null) throw new Error('nothing to send');
  const common = { ifMatch: version, key };
  const id = { id: actId };
  const counter = { id: command.counter?.id ?? 0 };
  const ofAct = { actId };
  switch (command.type) {
    case 'residues.load':
      return taken(await request(loadResidues, { params: ofAct, ...common }));
    case 'act.update': {
      const body = { organization_id: command.organization?.id ?? 0, comment: command.comment ?? '' };
      return taken(await request(actUpdate, { params: id, body, ...common }));
    }
    case 'act.limit': {
      const body = { category_ids: (command.categories ?? []).map((category) => category.id) };
      return taken(await request(actLimit, { params: ofAct, body, ...common }));
    }
    case 'act.complete':
      return taken(await request(actComplete, { params: ofAct, ...common }));
    case 'act.form':
      return taken(await request(actForm, { params: id, ...common }));
    case 'act.cancel':
      return taken(await request(actCancel, { params: id, body: { reason: command.reason ?? '' }, ...common }));
    case 'counter.add': {
      if (command.counters?.length) {
        const body = { counters: [...command.counters] };
        return taken(await request(counterCreateMany, { params: ofAct, body, ...common }));
      }
      const body = { title: command.title ?? '', user_id: command.person?.id ?? 0 };
      return taken(await request(counterCreate, { params: ofAct, body, ...common }));
    }
    case 'counter.rename': {
      const body = { title: command.title ?? '', user_id: command.person?.id ?? 0 };
      return taken(await request(counterUpdate, { params: counter, body, ...common }));
    }
    case 'counter.remove':
      return taken(await request(counterDelete, { params: counter, ...common }));
    case 'counter.release': {
      const body = { reason: command.reason ?? '' };
      return taken(await request(counterRelease, { params: counter, body, ...common }));
    }
    case 'file.upload': {
      const file = heldFile(command.file);
      if (file === undefined) throw new Error('the file is gone');
      return taken(await request(actUploadFile, { params: id, body: { file }, ...common }));
    }
    // Comments do not change the act: they carry no version, nobody's step is overwritten by them.
    case 'comment.add': {
      const file = heldFile(command.file);
      const body = { act_of_count_id: actId, comment: command.comment ?? '', ...(file && { file }) };
      await request(addCommentary, { body, key });
      return null;
    }
    case 'comment.edit': {
      const file = heldFile(command.file);
      const body = { id: command.commentId ?? 0, comment: command.comment ?? '', ...(file && { file }) };
      await request(editCommentary, { body, key });
      return null;
    }
  }
}

const performOn = (actId: number) =>
  fromPromise<Subject | null, PerformInput<ActCommand>>(({ input }) =>
    orRefused(
      () => send(actId, input),
      () => storedAct(actId, input.command ?? { type: 'act.update' }),
    ),
  );

const decide = fromPromise<Subject, DecideInput>(({ input: { actId, productId, decision, draft, key } }) =>
  orRefused(
    async () => {
      const params = { actId };
      if (decision.kind === 'moved') {
        const body = { product_variant_id: productId, keep: decision.keep };
        return taken(await request(resolveMoved, { params, body, ifMatch: decision.version, key }));
      }
      const listed = {
        product_variant_id: productId,
        count: draft?.count ?? 0,
        ...(draft?.serial_numbers && { serial_numbers: draft.serial_numbers }),
      };
      const body = { product_variant_id: productId, listed_products: [listed] };
      return taken(await request(addManually, { params, body, ifMatch: draft?.version ?? 0, key }));
    },
    async (error): Promise<StoredDecision> => {
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
  // A photo may come without text, but the call requires one: its file name.
  const words = draft.comment.trim() || (draft.file?.name ?? '');
  const body = { act_of_count_id: actId, product_variant_id: productId, comment: words, ...(file && { file }) };
  await orRefused(() => request(addCommentary, { body, key }));
});

export const actWorkspaceOf = (actId: number) =>
  actWorkspaceMachine.provide({
    actors: { command: actCommandMachine.provide({ actors: { perform: performOn(actId) } }), decide, comment },
  });

export type WorkspaceActor = ActorRefFrom<typeof actWorkspaceMachine>;
export type CommandActor = ActorRefFrom<typeof actCommandMachine>;

/** The child actor that sends commands on the act; it lives as long as the window. */
export function commandOf({ children: { command } }: SnapshotFrom<typeof actWorkspaceMachine>): CommandActor {
  if (command === undefined) throw new Error('the window has no command');
  return command;
}
